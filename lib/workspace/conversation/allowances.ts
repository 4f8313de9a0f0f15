import { skillFileAt } from "#lib/chat/reads.ts";
import type { Operation } from "#lib/harness/vocabulary/access.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import {
  type Allowance,
  type AllowanceScope,
  type Allowances,
  noAllowances,
  type RunScope,
} from "#lib/state/allowances.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import { isSameBytes } from "#lib/vfs/bytes.ts";
import type { Files } from "#lib/vfs/files.ts";
import { foldersAbove, isInside } from "#lib/vfs/paths.ts";
import { type ShellQuestion, scriptBytes } from "./shell-question.ts";

type Deciding = Pick<WorkspaceState, "allowances" | "mounts" | "profileId">;

/** The allowances in force. */
export function allowancesOf(state: Deciding): readonly Allowance[] {
  const { allowances } = state;
  return allowances.list.length > 0 && allowances.sources === sourcesOf(state) ? allowances.list : noAllowances.list;
}

export function withAllowance(state: Deciding, allowance: Allowance): Allowances {
  const others = allowancesOf(state).filter((one) => keyOf(one) !== keyOf(allowance));
  return { sources: sourcesOf(state), list: [...others, allowance] };
}

export function withoutAllowance({ sources, list }: Allowances, allowance: Allowance): Allowances {
  return { sources, list: list.filter((one) => keyOf(one) !== keyOf(allowance)) };
}

/** A text that identifies an allowance: its operation, scope and path. */
export function keyOf({ operation, scope }: Allowance): string {
  const what = "path" in scope ? scope.path : "folder" in scope ? scope.folder : "";
  return `${operation} ${scope.kind} ${what}`;
}

/**
 * Whether an allowance covers `operation` on the absolute, normal `path`. An allowance for a link does not cover its
 * target.
 */
export function isAllowed(list: readonly Allowance[], files: Files, path: string, operation: Operation): boolean {
  const isCovered = (one: Allowance) =>
    one.operation !== "run" && one.operation === operation && covers(one.scope, path);
  return list.some(isCovered) && !isBehindLink(files, path);
}

/** Whether an allowance covers a command, given the current files. */
export function isRunAllowed(list: readonly Allowance[], files: Files, { alone, cwd }: ShellQuestion): boolean {
  const unchanged = ({ path, bytes }: Extract<RunScope, { kind: "script" }>) => {
    if (alone !== path || isBehindLink(files, path)) return false;
    const now = scriptBytes(files, path, cwd);
    return now?.size === bytes.size && [...bytes].every(([each, then]) => isSameBytes(now.get(each), then));
  };
  return list.some((one) => one.operation === "run" && (one.scope.kind === "conversation" || unchanged(one.scope)));
}

/** The scopes in which a person can allow a command, the narrowest first. */
export function runScopesFor(files: Files, { alone, cwd }: Pick<ShellQuestion, "alone" | "cwd">): readonly RunScope[] {
  const bytes = alone === undefined ? undefined : scriptBytes(files, alone, cwd);
  const script = alone === undefined || !bytes ? [] : [{ kind: "script" as const, path: alone, bytes }];
  return [...script, { kind: "conversation" }];
}

function covers(scope: AllowanceScope, path: string): boolean {
  if (scope.kind === "file") return scope.path === path;
  return scope.kind === "conversation" || isInside(scope.folder, path);
}

function isBehindLink(files: Files, path: string): boolean {
  return [path, ...foldersAbove(path)].some((at) => files.lstat(at)?.kind === "link");
}

/** The scopes in which a person can allow access to `path`, the narrowest first. */
export function scopesFor(path: string, skills: readonly Skill[]): readonly AllowanceScope[] {
  const skill = skillFileAt(path, skills)?.skill;
  return [
    { kind: "file", path },
    ...(skill ? [{ kind: "skill" as const, name: skill.name, folder: skill.directory }] : []),
    { kind: "conversation" },
  ];
}

/**
 * A key that changes when a source is updated, moved, added or removed, or another harness is chosen: other files may
 * then be at the same paths.
 */
function sourcesOf({ mounts, profileId }: Deciding): string {
  return JSON.stringify([
    profileId,
    ...mounts.map(({ id, commit = "", as, scope, chosen = [] }) => [id, commit, as, scope, chosen]),
  ]);
}
