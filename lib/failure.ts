/**
 * The one error of I/O: coded, plain data, so that it crosses a worker border by `postMessage`
 * unchanged. Code that can fail for a reason outside the program throws a `FailureError`; bugs throw
 * anything else. The sentence a person reads is made from the code in `failure-text.ts`.
 */
export type Failure =
  | RepositoryFailure
  | AcceptingFailure
  | KeepingFailure
  | ModelFailure
  | RoomFailure
  | { readonly code: "cancelled" };

/** Reaching a repository. */
export type RepositoryFailure =
  | {
      readonly code: "source-unreadable";
      readonly text: string;
      /** What it is instead, where that can be told. */
      readonly reason?: "own-computer" | "marketplace-name" | "no-repository" | "loose-file";
    }
  | { readonly code: "host-unknown"; readonly host: string }
  | { readonly code: "host-refused"; readonly host: string; readonly reason: string }
  | { readonly code: "repository-missing"; readonly url: string }
  /** A token was sent and did not help. */
  | { readonly code: "token-refused"; readonly url: string }
  | { readonly code: "repository-empty"; readonly url: string }
  /** Its objects are named by another hash than SHA-1, e.g. `sha256`. */
  | { readonly code: "format-unknown"; readonly url: string; readonly format: string }
  | { readonly code: "ref-missing"; readonly ref: string; readonly near: readonly string[] }
  /** The server's list of refs passes `limit` bytes. */
  | { readonly code: "too-many-refs"; readonly url: string; readonly limit: number }
  | { readonly code: "path-missing"; readonly path: string }
  | { readonly code: "not-git"; readonly url: string }
  | { readonly code: "rate-limited"; readonly host: string; readonly retryAt?: string }
  | { readonly code: "server-error"; readonly host: string; readonly status: number }
  | { readonly code: "network-cut"; readonly host: string }
  /**
   * A server makes no report: it would take more bytes, time or memory than it gives for one, others come first (`crowded`: it was
   * under way), or its work ended in a fault.
   */
  | { readonly code: "report-refused"; readonly why: "large" | "slow" | "memory" | "busy" | "crowded" | "fault" }
  | { readonly code: "pack-damaged"; readonly detail: string };

/** Accepting files. */
export type AcceptingFailure =
  | { readonly code: "too-many-files"; readonly limit: number }
  | { readonly code: "too-large"; readonly limit: number; readonly path?: string }
  | { readonly code: "too-deep"; readonly limit: number; readonly path: string }
  | { readonly code: "name-refused"; readonly path: string; readonly reason: string }
  | { readonly code: "upload-empty" }
  | { readonly code: "upload-unreadable"; readonly path: string }
  | { readonly code: "archive-damaged"; readonly name: string; readonly detail: string }
  | { readonly code: "sample-missing"; readonly sample: string }
  /** `lessons`: those that `label` has; without any it is no workshop. `lesson`: empty where none was asked for by name. */
  | {
      readonly code: "lesson-missing";
      readonly lesson: string;
      readonly label: string;
      readonly lessons: readonly string[];
    };

/** Keeping a workspace, and finding it again at its address. */
export type KeepingFailure =
  | { readonly code: "quota-exceeded"; readonly needed: number }
  | { readonly code: "storage-missing" }
  | { readonly code: "storage-failed"; readonly detail: string }
  /** A newer page wrote the workspace, or the whole database. */
  | { readonly code: "storage-newer" }
  /** The workspace was kept and is no longer: the browser or a person removed it. */
  | { readonly code: "storage-gone" }
  /** What is kept of a workspace is none. */
  | { readonly code: "record-damaged" }
  /** The newest files of a mount are damaged; those of the save before are shown. */
  | { readonly code: "base-damaged"; readonly label: string }
  /** The files of a mount did not survive, and nobody but the person has them. */
  | { readonly code: "files-lost"; readonly label: string }
  /** `count`: of files whose contents have not come, and will not by themselves. */
  | { readonly code: "files-pending"; readonly label: string; readonly count: number }
  /** `reason`: a clause, why a file is not a workspace to be opened. */
  | { readonly code: "workspace-file-refused"; readonly name: string; readonly reason: string }
  /** `reason`: a clause, why a file is not a conversation to be added. */
  | { readonly code: "conversation-file-refused"; readonly name: string; readonly reason: string }
  /** `reason`: a clause. */
  | { readonly code: "link-refused"; readonly link: string; readonly reason: string }
  /** What is remembered on this device was encrypted with another passphrase. */
  | { readonly code: "passphrase-wrong" }
  /** A page that did not come by https, in which browsers encrypt nothing. */
  | { readonly code: "encryption-missing" }
  /** The address of a workspace that only one browser has, in which there is none. */
  | { readonly code: "workspace-missing" }
  /** A file of a folder on the person's disk. Those before it were written. */
  | { readonly code: "file-not-written"; readonly path: string };

/** Talking to a model. */
export type ModelFailure =
  /** `isLocked`: one is remembered on this device, behind a passphrase that was not typed since the page was loaded. */
  | { readonly code: "model-key-missing"; readonly provider: string; readonly isLocked?: boolean }
  | { readonly code: "model-key-refused"; readonly provider: string; readonly said?: string }
  /** `retryAfter`: when it takes requests again, where it says so, in seconds from then. */
  | {
      readonly code: "model-rate-limited";
      readonly provider: string;
      readonly said?: string;
      readonly retryAfter?: number;
    }
  /** It has too much to do, or is out of order for a while. `retryAfter`: as above. */
  | { readonly code: "model-busy"; readonly provider: string; readonly said?: string; readonly retryAfter?: number }
  /** It refuses this request, and would again. `said`: its own sentence. */
  | { readonly code: "model-refused"; readonly provider: string; readonly status: number; readonly said?: string }
  | { readonly code: "model-unreachable"; readonly provider: string }
  /** The connection broke while it answered. */
  | { readonly code: "model-cut"; readonly provider: string }
  /** A web page came in place of an answer: a network's sign-in, or a wrong address. */
  | { readonly code: "model-page"; readonly provider: string }
  /** It would have the request sent to another address, which is not done. */
  | { readonly code: "model-redirected"; readonly provider: string }
  /** The page's policy lets it send requests to `origins` and nowhere else. */
  | { readonly code: "model-blocked"; readonly provider: string; readonly origins: readonly string[] }
  /** It ended the answer in order, but early. `steps`: it called tools as often as it may. */
  | {
      readonly code: "model-unfinished";
      readonly provider: string;
      readonly why: UnfinishedReason;
      readonly steps?: number;
    }
  | { readonly code: "model-failed"; readonly provider: string; readonly detail: string }
  /** It was asked about itself (its models, a key), and what came is of no use. `detail`: a clause. */
  | { readonly code: "model-unlisted"; readonly provider: string; readonly detail: string }
  /** A model that runs on this computer is not ready. `detail`: a clause. */
  | { readonly code: "model-absent"; readonly provider: string; readonly detail: string }
  | { readonly code: "model-too-long"; readonly provider: string; readonly said?: string };

/** Taking part in a live room, or leading one. */
export type RoomFailure =
  /** There is none of that code, or not the one that is meant: it was never one, has ended, or was lost with its server. */
  | { readonly code: "room-missing"; readonly room: string }
  /** Its teacher has closed it. */
  | { readonly code: "room-closed"; readonly room: string }
  /** The teacher has taken this learner out of it. */
  | { readonly code: "room-removed"; readonly room: string }
  /** A room that was lost cannot be opened again, as another one has its code now. */
  | { readonly code: "room-other"; readonly room: string }
  /** Its teacher lets nobody new join just now. */
  | { readonly code: "room-locked"; readonly room: string }
  /** It has as many learners as it takes. */
  | { readonly code: "room-full"; readonly room: string; readonly limit: number }
  /** This server offers no rooms. */
  | { readonly code: "rooms-off" }
  /** It has as many rooms as it takes. */
  | { readonly code: "rooms-full" }
  /** `why`: what was done too often. `retryAfter`: seconds until it may be done again. */
  | {
      readonly code: "room-rate-limited";
      readonly why: "guesses" | "openings" | "joins" | "requests" | "streams";
      readonly retryAfter: number;
    }
  /** `reason`: a clause. */
  | { readonly code: "room-refused"; readonly reason: string }
  /** The server, or what keeps its rooms, cannot be reached just now. */
  | { readonly code: "room-unreachable" };

export type UnfinishedReason = "length" | "withheld" | "empty" | "steps" | "other";

export type FailureCode = Failure["code"];

/** Carries a `Failure` through `throw`. Its message is the code, for logs; people read `failureText`. */
export class FailureError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.code, options);
    this.name = "FailureError";
    this.failure = failure;
  }
}

/** The `Failure` in a caught value; `undefined` when it is a bug, which the caller must rethrow. */
export function failureOf(caught: unknown): Failure | undefined {
  if (caught instanceof FailureError) return caught.failure;
  if (caught instanceof DOMException && caught.name === "AbortError") return { code: "cancelled" };
  // So the bundler calls a part of the program that `import()` could not fetch.
  if (caught instanceof Error && caught.name === "ChunkLoadError") return { code: "network-cut", host: location.host };
  return undefined;
}
