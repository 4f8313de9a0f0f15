import type { Failure } from "#lib/failure.ts";
import type { HostAuthorization } from "#lib/git/transport/git-http.ts";
import type { PendingFiles, Snapshot } from "#lib/vfs/snapshot.ts";
import type { SnapshotWarning } from "#lib/vfs/snapshot-gate.ts";
import type { GitSource, MountProgress } from "#lib/vfs/source.ts";

/** Something left out or left unchanged, which a person should see beside the mount. */
export type CloneWarning =
  | SnapshotWarning
  /** Another repository inside this one: never fetched. */
  | { readonly kind: "submodule"; readonly path: string }
  /** A Git LFS pointer: the file itself is stored elsewhere. */
  | { readonly kind: "large-file-pointer"; readonly path: string };

/** What is known about a clone beside its files. */
export interface CloneAbout {
  /** Full commit id. */
  readonly commit: string;
  /** The branch or tag by which it was found, e.g. `main`; the commit id where the source named that. */
  readonly ref: string;
  /** The folder of the repository to which the snapshot's paths are relative; `""` for its root. */
  readonly path: string;
  readonly warnings: readonly CloneWarning[];
}

export interface CloneResult extends CloneAbout {
  readonly snapshot: Snapshot;
  readonly fileCount: number;
  readonly byteCount: number;
}

/**
 * A commit whose folders are known while most of its contents are still arriving. What is there is already verified:
 * every path has passed the gate, and every content has the id that its tree names.
 */
export interface ClonePart {
  readonly about: CloneAbout;
  /** At least what harnesses read when they look for skills (`isReadInDiscovery`), and the targets of all links. */
  readonly known: Snapshot;
  /** The files whose contents have not arrived yet. */
  readonly pending: PendingFiles;
}

/** What a worker needs for asking a repository. */
export interface SourceRequest {
  readonly source: GitSource;
  /** Contents that are already here and are not fetched again. */
  readonly known?: Snapshot;
  /** 8 to 64 word characters or hyphens, the same for all requests of a page. */
  readonly session: string;
  /** Sent to the host of the source and to no other. */
  readonly authorization?: HostAuthorization;
}

/** Messages from page to worker. One worker makes one clone, or looks up one commit. */
export type CloneRequest =
  | ({ readonly kind: "clone" | "resolve" } & SourceRequest)
  /** From now on the whole repository may be fetched; before that only the files that show which skills it has. */
  | { readonly kind: "open" }
  /** The page has shown the part, so the rest may be read now. */
  | { readonly kind: "read-on" }
  /** After the part: these files are to be fetched before the others. */
  | { readonly kind: "want"; readonly paths: readonly string[] }
  | { readonly kind: "cancel" };

/**
 * Messages from worker to page: progress, at most one `part`, then contents, and at the end exactly one of the other
 * kinds.
 */
export type CloneReply =
  | { readonly kind: "progress"; readonly progress: MountProgress }
  | { readonly kind: "part"; readonly part: ClonePart }
  /**
   * Contents of pending files: those requested by `want` at once, the others in large pieces; after a failure,
   * everything that has arrived.
   */
  | { readonly kind: "contents"; readonly contents: Snapshot }
  | { readonly kind: "done"; readonly result: CloneResult }
  /** What the source names now: a commit, or an annotated tag. */
  | { readonly kind: "resolved"; readonly id: string }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** A bug in the worker, to be thrown on the page. */
  | { readonly kind: "broken"; readonly message: string };
