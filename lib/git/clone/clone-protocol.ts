import type { Failure } from "#lib/failure.ts";
import type { HostAuthorization } from "#lib/git/transport/host-authorization.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import type { SnapshotWarning } from "#lib/vfs/snapshot-gate.ts";
import type { GitSource, MountProgress } from "#lib/vfs/source.ts";

/** Something left out or left as it is, which a person should see beside the mount. */
export type CloneWarning =
  | SnapshotWarning
  /** Another repository inside this one: never followed. */
  | { readonly kind: "submodule"; readonly path: string }
  /** A Git LFS pointer: the file itself is kept elsewhere. */
  | { readonly kind: "large-file-pointer"; readonly path: string };

export interface CloneResult {
  readonly snapshot: Snapshot;
  /** Full commit id. */
  readonly commit: string;
  /** The branch or tag it was found by, e.g. `main`; the commit id where the source named that. */
  readonly ref: string;
  /** The folder of the repository that the snapshot's paths count from; `""` for its root. */
  readonly path: string;
  readonly fileCount: number;
  readonly byteCount: number;
  readonly warnings: readonly CloneWarning[];
}

/** What is known of a commit before most of its files have come. */
export interface SkillList {
  /** Every SKILL.md and manifest of plugins: verified as the whole will be, and no more than a list to look at. */
  readonly snapshot: Snapshot;
  /** Files that the whole will have. */
  readonly fileCount: number;
}

/** What is asked of a repository. */
export interface SourceRequest {
  readonly source: GitSource;
  /** 8 to 64 word characters or hyphens, the same for all requests of a page. */
  readonly session: string;
  /** For the host of the source and no other. */
  readonly authorization?: HostAuthorization;
}

/** Page to worker. One worker makes one clone, or looks up one commit. */
export type CloneRequest =
  | ({ readonly kind: "clone" | "resolve" } & SourceRequest)
  /** While nothing is asked for yet. */
  | { readonly kind: "rehearse" }
  | { readonly kind: "cancel" };

/** Worker to page: progress, at most one list of skills, then exactly one of the others. */
export type CloneReply =
  | { readonly kind: "progress"; readonly progress: MountProgress }
  | { readonly kind: "skill-list"; readonly list: SkillList }
  | { readonly kind: "done"; readonly result: CloneResult }
  /** What the source names now: a commit, or a tag of one. */
  | { readonly kind: "resolved"; readonly id: string }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** A bug in the worker, to be thrown on the page. */
  | { readonly kind: "broken"; readonly message: string };
