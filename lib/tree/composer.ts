import type { Keeping } from "#lib/keeping/keeping.ts";
import type { Slice, SliceState } from "#lib/state/slices.ts";
import type { QueuedLine } from "#lib/state/state.ts";

/** The text in the message box, its attachments, and the queued lines. */
export interface Composer {
  state(): SliceState<"composer">;
  /** Shows these values and saves them where the workspace is kept. */
  put(unsent: Partial<SliceState<"composer">>): void;
  /** Shows these values only; the caller's next save stores them. */
  show(unsent: Partial<SliceState<"composer">>): void;
  /** The box with a text that a click or a link puts into it; what the person has typed there themselves follows it. */
  filledWith(text: string): Pick<SliceState<"composer">, "messageText">;
  /** Files are being attached until `reading` settles. */
  attaching(reading: Promise<void>): Promise<void>;
  isAttaching(): boolean;
  /** Resolves when nothing is being attached any more. */
  attached(): Promise<void>;
}

export function createComposer({ slice, keeping }: { slice: Slice<"composer">; keeping: Keeping }): Composer {
  // What the box was last filled with, and how much of that was the person's own.
  let filled = { whole: "", typed: "" };
  const readings = new Set<Promise<void>>();
  keeping.include({
    state: () => {
      const { messageText: text, attachments, queued } = slice.get();
      const hasUnsent = text !== "" || attachments.length > 0 || queued.length > 0;
      const unsent = { text, queued: queued.map(atRest), ...(attachments.length > 0 && { attachments }) };
      return hasUnsent ? { unsent } : {};
    },
  });
  return {
    state: slice.get,
    show: slice.set,
    put: (unsent) => {
      slice.set(unsent);
      keeping.saveSmall();
    },
    filledWith: (text) => {
      const { messageText } = slice.get();
      const typed = messageText === filled.whole ? filled.typed : messageText;
      const isSame = typed.trim() === text.trim() || typed.trim() === "";
      filled = isSame ? { whole: text, typed: "" } : { whole: `${text}\n${typed}`, typed };
      return { messageText: filled.whole };
    },
    attaching: (reading) => {
      readings.add(reading);
      return reading.finally(() => readings.delete(reading));
    },
    isAttaching: () => readings.size > 0,
    attached: async () => {
      while (readings.size > 0) await Promise.allSettled(readings);
    },
  };
}

/** A queued line in storage: older pages read it as a plain text. */
function atRest(line: QueuedLine): string | QueuedLine {
  return line.attachments.length > 0 ? line : line.text;
}
