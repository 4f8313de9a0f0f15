import type { ChatHost } from "#lib/chat/session.ts";
import type { GuardDecision, Operation } from "#lib/harness/vocabulary/access.ts";
import type { Files } from "#lib/vfs/files.ts";
import { isInside, resolvePath } from "#lib/vfs/paths.ts";
import { ToolError } from "./tool-error.ts";

/** What a tool can touch: the tree as it is at the time of the call, and the harness's rules about it. */
export interface Reach {
  readonly files: Files;
  readonly cwd: string;
  readonly home: string;
  guard(path: string, operation: Operation): GuardDecision;
}

/** The reach of one call. Taken anew each time: the tree changes between calls. */
export function reachOf(host: ChatHost): Reach {
  return {
    files: host.files(),
    cwd: host.cwd(),
    home: host.home?.() ?? "/home/user",
    guard: (path, operation) => host.guard(path, operation),
  };
}

/** The absolute, normal path that a model means by `path`. */
export function resolveToolPath(reach: Reach, path: string): string {
  const trimmed = path.trim();
  if (trimmed === "~" || trimmed.startsWith("~/")) return resolvePath("/", `${reach.home}/${trimmed.slice(1)}`);
  return resolvePath(reach.cwd, trimmed);
}

/**
 * Refuses a path that the harness denies. `pending` passes: whoever executes a call has asked before
 * (see `needsApproval` in `bind-tools.ts`).
 */
export function requireReadable(reach: Reach, path: string): void {
  const { permission, reason } = reach.guard(path, "read");
  if (permission === "denied") throw new ToolError(`Reading ${path} is not allowed: ${reason}.`);
}

/**
 * Whether a call on `root` may also look at `path` below it. A person who approves a folder approves
 * what is pending inside it; nobody approves what is denied.
 */
export function isReachable(reach: Reach, root: string, path: string): boolean {
  if (isGitPath(path)) return false;
  const { permission } = reach.guard(path, "read");
  if (permission === "pending") return isInside(root, path) && reach.guard(root, "read").permission === "pending";
  return permission === "granted";
}

/** `.git` holds credentials and is no part of any tree; a volume that has one all the same shows none. */
export function isGitPath(path: string): boolean {
  return path.split("/").includes(".git");
}
