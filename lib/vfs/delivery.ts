import type { PendingFiles, Snapshot } from "./snapshot.ts";
import type { MountProgress, ReportProgress } from "./source.ts";

/** All files of a source are known, and the contents of those that describe its skills: the source can be used. */
export interface DeliveredPart<About> {
  readonly kind: "part";
  readonly about: About;
  readonly known: Snapshot;
  /** The files whose contents are still to come. */
  readonly pending: PendingFiles;
  /** Requests files ahead of the others, by their paths in the snapshot. */
  readonly want: (paths: readonly string[]) => void;
}

/** All files of a source, verified. */
export interface DeliveredWhole<About> {
  readonly kind: "whole";
  readonly about: About;
  readonly snapshot: Snapshot;
}

/** What a delivery reports while it is under way. */
export type DeliveryNews<About> =
  | { readonly kind: "progress"; readonly progress: MountProgress }
  | DeliveredPart<About>
  /** Contents of pending files ahead of the whole: those that were wanted, or all that came before a failure. */
  | { readonly kind: "contents"; readonly contents: Snapshot };

/**
 * The files of one source on their way, read as a stream of events: at most one `part`, `contents` only after it, and
 * `whole` last. Throws a `FailureError` after the last event where some files do not come. A reader who asks for the
 * event after a part has shown that part: until then the producer pauses, so that the reader can draw the part. To stop
 * a delivery before its end, abort the signal that it was requested with. `About`: what else is known of the source.
 */
export type Delivery<About> = AsyncIterableIterator<DeliveryNews<About> | DeliveredWhole<About>>;

/** Sends an event to the reader of a delivery. Resolves when the reader asks for the next one. */
export type Tell<About> = (news: DeliveryNews<About>) => Promise<void>;

/** A progress callback that sends each report to the reader of a delivery. */
export function progressTo<About>(tell: Tell<About>): ReportProgress {
  return (progress) => void tell({ kind: "progress", progress });
}

/** Starts to fetch files at once. Events sent before anybody reads are kept for the reader. */
export function deliver<About>(bring: (tell: Tell<About>) => Promise<DeliveredWhole<About>>): Delivery<About> {
  const told: { readonly news: DeliveryNews<About>; readonly readOn: () => void }[] = [];
  let changed = Promise.withResolvers<void>();
  let isOver = false;
  const tell: Tell<About> = (news) =>
    new Promise((readOn) => {
      told.push({ news, readOn });
      changed.resolve();
    });
  const brought = bring(tell);
  const end = () => {
    isOver = true;
    changed.resolve();
  };
  // The reader gets a failure; a delivery may have no reader.
  brought.then(end, end);
  async function* read() {
    while (told.length > 0 || !isOver) {
      const next = told.shift();
      if (next) {
        yield next.news;
        next.readOn();
      } else {
        await changed.promise;
        changed = Promise.withResolvers();
      }
    }
    yield await brought;
  }
  return read();
}

/** The same delivery with other facts about its files; `describe` is given the snapshot of the part or of the whole. */
export async function* describeDelivery<About, Other>(
  delivery: Delivery<About>,
  describe: (about: About, known: Snapshot) => Other,
): Delivery<Other> {
  for await (const event of delivery) {
    if (event.kind === "part") yield { ...event, about: describe(event.about, event.known) };
    else if (event.kind === "whole") yield { ...event, about: describe(event.about, event.snapshot) };
    else yield event;
  }
}

/** Reads until the source can be used. The delivery can be read further unless the result is the whole. Throws what the delivery throws. */
export async function firstOf<About>(
  delivery: Delivery<About>,
  onProgress: ReportProgress,
): Promise<DeliveredPart<About> | DeliveredWhole<About>> {
  for (;;) {
    const { value, done } = await delivery.next();
    if (done) throw new Error("A delivery ended without a whole.");
    if (value.kind === "part" || value.kind === "whole") return value;
    if (value.kind === "progress") onProgress(value.progress);
  }
}

/** Reads to the end. Throws what the delivery throws. */
export async function wholeOf<About>(
  delivery: Delivery<About>,
  onProgress: ReportProgress = () => undefined,
): Promise<DeliveredWhole<About>> {
  for (;;) {
    const first = await firstOf(delivery, onProgress);
    if (first.kind === "whole") return first;
  }
}

/**
 * Reads a delivery to its end while nobody else does, and keeps its events.
 * @returns the delivery to read from now on, and its whole, which rejects with what the delivery throws
 */
export function readAhead<About>(delivery: Delivery<About>): {
  readonly delivery: Delivery<About>;
  readonly whole: Promise<DeliveredWhole<About>>;
} {
  const whole = Promise.withResolvers<DeliveredWhole<About>>();
  const bring = async (tell: Tell<About>) => {
    for await (const event of delivery) {
      if (event.kind === "whole") return event;
      void tell(event);
    }
    throw new Error("A delivery ended without a whole.");
  };
  return {
    delivery: deliver((tell) => {
      whole.resolve(bring(tell));
      return whole.promise;
    }),
    whole: whole.promise,
  };
}
