/** The least that somebody must do who is waited for: so many bytes a second, or be behind by no more than the time of grace. */
export interface Pace {
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

/** How far behind somebody is who is waited for. Who was fast before has not earned a pause by that. */
export class PaceWatch {
  readonly #pace: Pace;
  #behindMs = 0;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** They took so long for so much. */
  add(bytes: number, milliseconds: number): void {
    const due = (bytes / this.#pace.bytesPerSecond) * 1000;
    this.#behindMs = Math.max(this.#behindMs + milliseconds - due, 0);
  }

  /** For how long, in milliseconds, they may be waited for now; nothing or less when they are too slow. */
  get patience(): number {
    return this.#pace.graceMs - this.#behindMs;
  }
}
