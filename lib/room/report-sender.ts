import { type Failure, failureOrThrow } from "#lib/failure.ts";
import { type AskOptions, type RoomAccess, reportTo } from "./ask-room.ts";
import type { LearnerReport, ReportAnswer } from "./room.ts";
import { isLastWord, type LineWaits, pause, waitOf } from "./room-line.ts";

export interface SenderOptions extends Pick<AskOptions, "fetch"> {
  readonly access: RoomAccess;
  readonly name: string;
  /** The learner's present report, called when it can be sent. */
  readonly report: () => LearnerReport | Promise<LearnerReport>;
  readonly onSent: (answer: ReportAnswer) => void;
  readonly onFailure: (failure: Failure) => void;
  readonly signal: AbortSignal;
  readonly waits?: Pick<LineWaits, "first" | "longest">;
}

export interface Sender {
  /** Sends the whole report, now or as soon as the previous one is through. */
  send(): void;
}

/**
 * Sends a learner's whole report on demand, one at a time, and retries until it is accepted. Nothing is lost by a
 * failure, as the next report contains everything.
 */
export function createSender(options: SenderOptions): Sender {
  const { signal } = options;
  let isWanted = false;
  let isSending = false;
  async function run(): Promise<void> {
    isSending = true;
    let tries = 0;
    while (isWanted && !signal.aborted) {
      isWanted = false;
      const failure = await sendOnce(options);
      if (!failure) {
        tries = 0;
        continue;
      }
      if (signal.aborted || isLastWord(failure)) break;
      isWanted = true;
      const least = failure.code === "room-rate-limited" ? failure.retryAfter * 1000 : 0;
      await pause(Math.max(waitOf(tries++, options.waits), least), signal);
    }
    isSending = false;
  }
  return {
    send() {
      isWanted = true;
      if (!isSending) void run();
    },
  };
}

async function sendOnce({
  access,
  name,
  report,
  onSent,
  onFailure,
  ...options
}: SenderOptions): Promise<Failure | undefined> {
  try {
    const { signal, fetch } = options;
    onSent(await reportTo(access, { do: "report", name, report: await report() }, { signal, ...(fetch && { fetch }) }));
    return undefined;
  } catch (caught) {
    const failure = failureOrThrow(caught);
    if (!options.signal.aborted) onFailure(failure);
    return failure;
  }
}
