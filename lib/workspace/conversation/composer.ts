import type { Keeping } from "#lib/keeping/keeping.ts";
import type { Slice, SliceState } from "#lib/state/slices.ts";
import type { QueuedLine } from "#lib/state/state.ts";

/** What stands in the message box, what goes along with it, and the lines that wait to be sent. */
export interface Composer {
  state(): SliceState<"composer">;
  /** Shows it and keeps it where the workspace is kept. */
  put(unsent: Partial<SliceState<"composer">>): void;
  /** Shows it alone, where the workspace is saved by what comes with it. */
  show(unsent: Partial<SliceState<"composer">>): void;
}

export function createComposer({ slice, keeping }: { slice: Slice<"composer">; keeping: Keeping }): Composer {
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
  };
}

/** Older pages read a queued line as a text. */
function atRest(line: QueuedLine): string | QueuedLine {
  return line.attachments.length > 0 ? line : line.text;
}
