/** The phases of a mount in the order a person sees them; a source without a network starts at `reading`. */
export type MountPhase = "connecting" | "downloading" | "unpacking" | "reading" | "verifying" | "mounting" | "saving";

export interface MountProgress {
  readonly phase: MountPhase;
  /** Bytes received or read so far. */
  readonly bytes?: number;
  /** Files or objects done, and of how many when that is known. */
  readonly done?: number;
  readonly total?: number;
}

export type ReportProgress = (progress: MountProgress) => void;
