import { mostTries, type Pause } from "#lib/chat/models/with-tries.ts";
import type { Holdup } from "#lib/chat/session.ts";
import type { ConversationStore } from "./conversation-store.ts";

/** What holds a turn up: it is told in the conversation's status, and a person can end it. */
export interface Holdups {
  /** Something has come, or nothing is to be waited for any longer than from now on. */
  listen(): void;
  /** Resolves when the wait before another try is over, by itself or through `skip`. Rejects when `signal` aborts. */
  pause(pause: Pause, signal: AbortSignal | undefined): Promise<void>;
  /** Ends what holds the turn up at the moment. */
  skip(): void;
  /** The turn is over. */
  end(): void;
}

/** How long a provider may say nothing until the person is asked whether to wait on, in milliseconds. */
const longestSilence = 60_000;

export function createHoldups(store: ConversationStore): Holdups {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let endPause: (() => void) | undefined;

  function show(holdup: Holdup | undefined): void {
    const { messages, status } = store.get();
    if (status.kind !== "waiting" && status.kind !== "streaming") return;
    if (status.holdup !== holdup) store.set({ messages, status: { kind: status.kind, holdup } });
  }
  function listen(): void {
    clearTimeout(timer);
    timer = setTimeout(() => show({ kind: "silence" }), longestSilence);
  }

  return {
    listen,
    async pause({ failure, wait, attempt }, signal) {
      clearTimeout(timer);
      show({ kind: "pause", failure, at: Date.now() + wait, attempt, of: mostTries });
      await new Promise<void>((resolve, reject) => {
        const over = setTimeout(resolve, wait);
        endPause = resolve;
        const abort = () => {
          clearTimeout(over);
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", abort, { once: true });
      });
      endPause = undefined;
      show(undefined);
      listen();
    },
    skip() {
      if (endPause) endPause();
      else {
        show(undefined);
        listen();
      }
    },
    end() {
      clearTimeout(timer);
      endPause = undefined;
    },
  };
}
