/** A script that sed rejects: the message, and the exit code. */
export class SedError extends Error {
  readonly status: number;
  constructor(message: string, { status = 1, cause }: { readonly status?: number; readonly cause?: Error } = {}) {
    super(message, { cause });
    this.status = status;
  }
}
