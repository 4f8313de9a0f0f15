import { unlessAborted } from "#lib/async/unless-aborted.ts";
import { type Sight, sightOf } from "#lib/chat/model-choice.ts";
import type { ChatHost } from "#lib/chat/session.ts";
import type { GuardDecision, Operation } from "#lib/harness/vocabulary/access.ts";
import type { EntryKind, Files } from "#lib/vfs/files.ts";
import { basename, editDistance, foldersAbove, isInside, joinPath, resolvePath } from "#lib/vfs/paths.ts";

/** What a tool can access: the tree at the time of the call, and the harness's rules for it. */
export interface Reach {
  readonly files: Files;
  readonly cwd: string;
  readonly home: string;
  guard(path: string, operation: Operation): GuardDecision;
  /** Whether the person has permanently allowed here what the guard leaves `pending`. */
  allows(path: string, operation: Operation): boolean;
  /** Which files other than text the model takes in. */
  readonly sight: Sight;
}

/** The reach of one call. Created for each call, since the tree changes between calls. */
export function reachOf(host: ChatHost): Reach {
  return {
    files: host.files(),
    cwd: host.cwd(),
    home: host.home?.() ?? "/home/user",
    guard: (path, operation) => host.guard(path, operation),
    allows: (path, operation) => host.allows?.(path, operation) ?? false,
    sight: sightOf(host.models()),
  };
}

/** The absolute, normal path that a model means by `path`. */
export function resolveToolPath(reach: Pick<Reach, "cwd" | "home">, path: string): string {
  const trimmed = path.trim();
  if (trimmed === "~" || trimmed.startsWith("~/")) return resolvePath("/", `${reach.home}/${trimmed.slice(1)}`);
  return resolvePath(reach.cwd, trimmed);
}

/**
 * Waits until the contents of pending files have arrived, or nothing more comes.
 * @throws the signal's reason when aborted.
 */
export async function whenHere(
  { files }: Pick<Reach, "files">,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const settled = Promise.all(paths.map((path) => files.whenSettled?.(path)));
  await (signal ? unlessAborted(settled, signal) : settled);
}

/** A sentence that says that a file exists but its contents have not arrived. */
export function pendingSentence(path: string): string {
  return `The content of ${path} has not come from its source; the person can fetch it again.`;
}

/**
 * Throws for a path that the harness denies. `pending` passes: the person was asked before the call runs (see
 * `decideRead` in `decisions.ts`).
 */
export function requireReadable(reach: Reach, path: string): void {
  const { permission, reason } = reach.guard(path, "read");
  if (permission === "denied") throw new ToolError(`Reading ${path} is not allowed: ${reason}.`);
}

/**
 * Whether a call on `root` may also look at `path` below it. A person who approves a folder approves what is pending
 * inside it; what is denied stays denied.
 */
function isReachable(reach: Reach, root: string, path: string): boolean {
  if (isGitPath(path)) return false;
  const { permission } = reach.guard(path, "read");
  if (permission === "pending") {
    const isApproved = isInside(root, path) && reach.guard(root, "read").permission === "pending";
    return (isApproved && !reach.allows(root, "read")) || reach.allows(path, "read");
  }
  return permission === "granted";
}

/** `.git` holds credentials and is not part of the tree; where a volume has one, it is hidden. */
export function isGitPath(path: string): boolean {
  return path.split("/").includes(".git");
}

/** A tool call that cannot be done, in one sentence for the model: it becomes the call's result, not a failure. */
export class ToolError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = "ToolError";
  }

  /** The message alone: the SDK words a tool's error for the model with `toString`. */
  override toString(): string {
    return this.message;
  }
}

export interface Walked {
  readonly path: string;
  /** `withheld`: the harness does not let the model look there, and nothing below it was visited. */
  readonly kind: EntryKind | "withheld";
}

/** Everything below `root`, folders before their contents. Links are listed, not followed: they may form a cycle. */
export function* walkFiles(reach: Reach, root: string, recursive: boolean): Generator<Walked> {
  for (const { name, kind } of reach.files.list(root) ?? []) {
    const path = joinPath(root, name);
    if (name === ".git") continue;
    if (!isReachable(reach, root, path)) {
      yield { path, kind: "withheld" };
      continue;
    }
    yield { path, kind };
    if (recursive && kind === "folder") yield* walkFiles(reach, path, true);
  }
}

interface NearPaths {
  /** The deepest existing folder above the missing path. */
  readonly folder: string;
  /** The folder's entries, most similar names first. */
  readonly names: readonly string[];
}

/**
 * The most names that are told and compared; in a folder of thousands only those with the same beginning are compared.
 */
const most = { told: 8, compared: 1000, characters: 64 } as const;

/** A sentence that says that `path` is missing and, where the model may look, which similar paths exist. */
export function missingSentence(reach: Reach, wanted: "file" | "folder", path: string): string {
  const { folder, names } = nearPaths(reach.files, path);
  const mayTell = names.length > 0 && reach.guard(folder, "read").permission === "granted";
  return `There is no ${wanted} ${path}${mayTell ? `; ${folder} holds ${names.join(", ")}` : ""}.`;
}

/** The entries near a path that does not exist, for a model that misspelt it. */
function nearPaths(files: Files, missing: string): NearPaths {
  let child = missing;
  let folder = "/";
  for (folder of foldersAbove(missing)) {
    if (files.list(folder)) break;
    child = folder;
  }
  const wanted = fold(basename(child));
  const names = (files.list(folder) ?? []).map((entry) => entry.name).filter((name) => name !== ".git");
  const beginAlike = (name: string) => names.length <= most.compared || fold(name).startsWith(wanted.slice(0, 1));
  const compared = names.filter(beginAlike).slice(0, most.compared);
  const byLikeness = compared.map((name) => ({ name, distance: editDistance(wanted, fold(name), most.characters) }));
  byLikeness.sort((a, b) => a.distance - b.distance);
  return { folder, names: byLikeness.slice(0, most.told).map(({ name }) => name) };
}

function fold(name: string): string {
  return name.slice(0, most.characters).toLowerCase();
}
