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
      /** What the text is instead, where that is known. */
      readonly reason?: "own-computer" | "marketplace-name" | "no-repository" | "loose-file";
    }
  | { readonly code: "host-unknown"; readonly host: string }
  | { readonly code: "host-refused"; readonly host: string; readonly reason: string }
  | { readonly code: "repository-missing"; readonly url: string }
  /** A token was sent and did not help. */
  | { readonly code: "token-refused"; readonly url: string }
  | { readonly code: "repository-empty"; readonly url: string }
  /** Its object ids use a hash other than SHA-1, e.g. `sha256`. */
  | { readonly code: "format-unknown"; readonly url: string; readonly format: string }
  | { readonly code: "ref-missing"; readonly ref: string; readonly near: readonly string[] }
  /** The server's list of refs exceeds `limit` bytes. */
  | { readonly code: "too-many-refs"; readonly url: string; readonly limit: number }
  | { readonly code: "path-missing"; readonly path: string }
  | { readonly code: "not-git"; readonly url: string }
  | { readonly code: "rate-limited"; readonly host: string; readonly retryAt?: string }
  | { readonly code: "server-error"; readonly host: string; readonly status: number }
  | { readonly code: "network-cut"; readonly host: string }
  /**
   * A server makes no report: the report would exceed its bytes, time or memory, others come first (`crowded`: the
   * report had begun), or its work ended in a fault.
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
  /** `reason`: a clause. */
  | { readonly code: "link-refused"; readonly link: string; readonly reason: string }
  /**
   * `lessons`: the lessons in `label`; if empty, it is not a workshop. `lesson`: empty where none was requested by
   * name.
   */
  | {
      readonly code: "lesson-missing";
      readonly lesson: string;
      readonly label: string;
      readonly lessons: readonly string[];
    };

/** Storing a workspace, and finding it again at its address. */
export type KeepingFailure =
  | { readonly code: "quota-exceeded"; readonly needed: number }
  | { readonly code: "storage-missing" }
  | { readonly code: "storage-failed"; readonly detail: string }
  /** A newer page wrote the workspace, or the whole database. */
  | { readonly code: "storage-newer" }
  /** The workspace was stored and no longer is: the browser or a person removed it. */
  | { readonly code: "storage-gone" }
  /** The stored record of a workspace is invalid. */
  | { readonly code: "record-damaged" }
  /** The newest files of a mount are damaged; those of the save before are shown. */
  | { readonly code: "base-damaged"; readonly label: string }
  /** The files of a mount did not survive, and only the person has them. */
  | { readonly code: "files-lost"; readonly label: string }
  /** `count`: the files whose contents have not arrived, and will not by themselves. */
  | { readonly code: "files-pending"; readonly label: string; readonly count: number }
  /** `reason`: why the file is not a workspace, as a clause. */
  | { readonly code: "workspace-file-refused"; readonly name: string; readonly reason: string }
  /** `reason`: why the file is not a conversation, as a clause. */
  | { readonly code: "conversation-file-refused"; readonly name: string; readonly reason: string }
  /** The secrets on this device were encrypted with another passphrase. */
  | { readonly code: "passphrase-wrong" }
  /** The page did not come by https, so the browser cannot encrypt. */
  | { readonly code: "encryption-missing" }
  /** There is no workspace at this address, which is one of a workspace that only one browser has. */
  | { readonly code: "workspace-missing" }
  /** A file of a folder on the person's disk. Those before it were written. */
  | { readonly code: "file-not-written"; readonly path: string };

/** Talking to a model. */
export type ModelFailure =
  /** `isLocked`: a key is stored on this device, behind a passphrase that was not typed since the page was loaded. */
  | { readonly code: "model-key-missing"; readonly provider: string; readonly isLocked?: boolean }
  | { readonly code: "model-key-refused"; readonly provider: string; readonly said?: string }
  /** `retryAfter`: seconds until the provider takes requests again, where it says so. */
  | {
      readonly code: "model-rate-limited";
      readonly provider: string;
      readonly said?: string;
      readonly retryAfter?: number;
    }
  /**
   * The provider is overloaded, or out of order for a while. `retryAfter`: seconds until it takes requests again, where
   * it says so.
   */
  | { readonly code: "model-busy"; readonly provider: string; readonly said?: string; readonly retryAfter?: number }
  /** The provider refuses this request, and would again. `said`: its own sentence. */
  | { readonly code: "model-refused"; readonly provider: string; readonly status: number; readonly said?: string }
  | { readonly code: "model-unreachable"; readonly provider: string }
  /** The connection broke during the answer. */
  | { readonly code: "model-cut"; readonly provider: string }
  /** A web page came instead of an answer: a network's sign-in, or a wrong address. */
  | { readonly code: "model-page"; readonly provider: string }
  /** The provider redirects the request to another address, which is not followed. */
  | { readonly code: "model-redirected"; readonly provider: string }
  /** The page's policy allows requests only to `origins`. */
  | { readonly code: "model-blocked"; readonly provider: string; readonly origins: readonly string[] }
  /** The answer ended normally, but early. `steps`: the model has called tools as often as allowed. */
  | {
      readonly code: "model-unfinished";
      readonly provider: string;
      readonly why: UnfinishedReason;
      readonly steps?: number;
    }
  | { readonly code: "model-failed"; readonly provider: string; readonly detail: string }
  /** The provider was asked about itself (its models, a key), and its answer is unusable. `detail`: a clause. */
  | { readonly code: "model-unlisted"; readonly provider: string; readonly detail: string }
  /** A model that runs on this computer is not ready. `detail`: a clause. */
  | { readonly code: "model-absent"; readonly provider: string; readonly detail: string }
  | { readonly code: "model-too-long"; readonly provider: string; readonly said?: string };

/** Taking part in a live room, or leading one. */
export type RoomFailure =
  /**
   * There is no room with this code, or it is another one: there never was one, it has ended, or was lost with its
   * server.
   */
  | { readonly code: "room-missing"; readonly room: string }
  /** Its teacher has closed the room. */
  | { readonly code: "room-closed"; readonly room: string }
  /** The teacher has removed this learner from the room. */
  | { readonly code: "room-removed"; readonly room: string }
  /** A lost room cannot be opened again, as another one has its code now. */
  | { readonly code: "room-other"; readonly room: string }
  /** Its teacher accepts no new learners at present. */
  | { readonly code: "room-locked"; readonly room: string }
  /** The room has as many learners as it takes. */
  | { readonly code: "room-full"; readonly room: string; readonly limit: number }
  /** This server offers no rooms. */
  | { readonly code: "rooms-off" }
  /** The server has as many rooms as it takes. */
  | { readonly code: "rooms-full" }
  /** `why`: what was done too often. `retryAfter`: seconds until it may be done again. */
  | {
      readonly code: "room-rate-limited";
      readonly why: "guesses" | "openings" | "joins" | "requests" | "streams";
      readonly retryAfter: number;
    }
  /** `reason`: a clause. */
  | { readonly code: "room-refused"; readonly reason: string }
  /** The server, or the store of its rooms, cannot be reached at present. */
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
  if (isUnreached(caught)) return { code: "network-cut", host: location.host };
  return undefined;
}

/** Whether a caught value is the bundler's error for a part of the program that `import()` could not fetch. */
export function isUnreached(caught: unknown): boolean {
  return caught instanceof Error && caught.name === "ChunkLoadError";
}

/** The `Failure` in a caught value. Throws anything else again: it is a bug. */
export function failureOrThrow(caught: unknown): Failure {
  const failure = failureOf(caught);
  if (!failure) throw caught;
  return failure;
}

/** Takes a failure for `undefined`: for a `catch` where going on without the result is right. Throws bugs. */
export function ignoreFailure(caught: unknown): undefined {
  failureOrThrow(caught);
}
