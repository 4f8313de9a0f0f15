import type { LearnerEvent, TeacherEvent } from "#lib/room/room.ts";
import {
  isClosed,
  learnerKey,
  lookIn,
  type RoomRecord,
  removedLearner,
  teacherNews,
  wholeRoom,
} from "./room-record.ts";
import type { RoomChange, RoomNews, RoomStore } from "./room-store.ts";
import { requirePart } from "./take-part.ts";

export interface StreamOptions {
  readonly code: string;
  /** The id of the learner whose page reads the stream; absent for the teacher's. */
  readonly learner?: string;
  readonly store: RoomStore;
  /** The server's monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** The time at which the room ends, by that clock. */
  readonly until: number;
  /** Milliseconds between two heartbeats, which keep proxies from cutting the connection. */
  readonly beatMs: number;
  /**
   * The stream ends when the first of these aborts: its reader has left, or its place goes to another. Not joined by
   * `AbortSignal.any`, which would not keep the request's own signal from being collected.
   */
  readonly signals: readonly AbortSignal[];
  /** Called once when the stream is over. */
  readonly onEnd: () => void;
}

/**
 * Events that wait for a slow reader before the stream is ended: the reader then reconnects and reads the whole state
 * again.
 */
const mostWaiting = 1000;

/**
 * A room's events as `text/event-stream`: first the whole state, then each change. The whole state again when the store
 * may have missed something; the end when the room is gone or closed: a reader that reconnects is told why.
 */
export function roomStream(options: StreamOptions): ReadableStream<Uint8Array> {
  let line: Line | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start: async (controller) => {
        line = new Line(controller, options);
        await line.open();
      },
      cancel: () => line?.end(),
    },
    { highWaterMark: mostWaiting },
  );
}

class Line {
  readonly #controller: ReadableStreamDefaultController<Uint8Array>;
  readonly #options: StreamOptions;
  readonly #encoder = new TextEncoder();
  readonly #beat: NodeJS.Timeout;
  readonly #close: NodeJS.Timeout;
  readonly #leave = () => this.end();
  /** The version of the last change that was sent or is part of the whole state. */
  #version = 0;
  /** Changes that arrived while the whole state was being read. */
  #early: RoomChange[] | undefined;
  #isMissing = false;
  #unwatch: (() => void) | undefined;
  #isOver = false;

  constructor(controller: ReadableStreamDefaultController<Uint8Array>, options: StreamOptions) {
    this.#controller = controller;
    this.#options = options;
    this.#beat = setInterval(() => {
      this.#write(": beat\n\n");
      this.#noteLed();
    }, options.beatMs);
    this.#close = setTimeout(() => this.end(), Math.max(options.until - options.now(), 0));
    for (const signal of options.signals) signal.addEventListener("abort", this.#leave);
  }

  async open(): Promise<void> {
    // A signal that aborted while the stream was being opened fires no further event.
    if (this.#options.signals.some(({ aborted }) => aborted)) {
      this.end();
      return;
    }
    try {
      const unwatch = await this.#options.store.watch(this.#options.code, (news) => this.#hear(news));
      this.#unwatch = unwatch;
      if (this.#isOver) unwatch();
      else await this.#tellWhole();
      this.#noteLed();
    } catch {
      // The store cannot be reached: the reader reconnects, and is told then.
      this.end();
    }
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#beat);
    clearTimeout(this.#close);
    for (const signal of this.#options.signals) signal.removeEventListener("abort", this.#leave);
    this.#unwatch?.();
    this.#options.onEnd();
    try {
      this.#controller.close();
    } catch {
      // The reader has cancelled the stream.
    }
  }

  /** Marks the room as led, so that it does not count as abandoned while its teacher follows it. */
  #noteLed(): void {
    const { learner, store, code } = this.#options;
    if (learner === undefined && !this.#isOver) void store.led(code).catch(() => undefined);
  }

  #hear(news: RoomNews): void {
    if (news === "missed") {
      if (this.#early) this.#isMissing = true;
      else this.#tellAnew();
    } else if (this.#early) this.#early.push(news);
    else this.#tell(news);
  }

  #tellAnew(): void {
    void this.#tellWhole().catch(() => this.end());
  }

  async #tellWhole(): Promise<void> {
    this.#early = [];
    do {
      this.#isMissing = false;
      const whole = await this.#readWhole();
      if (this.#isOver) return;
      if (!whole) {
        this.end();
        return;
      }
      this.#version = whole.version;
      this.#send(whole.event);
    } while (this.#isMissing);
    const early = this.#early;
    this.#early = undefined;
    // Heard again, as one of them may have this stream read anew.
    for (const change of early) this.#hear(change);
  }

  /** The whole state for this reader; `undefined` where the room is over. */
  async #readWhole(): Promise<{ version: number; event: TeacherEvent | LearnerEvent } | undefined> {
    const { learner, store, code, now } = this.#options;
    if (learner === undefined) {
      const contents = await store.read(code);
      if (!contents || isClosed(contents.entries.get("room"))) return undefined;
      return { version: contents.version, event: wholeRoom(contents, now()) };
    }
    // Forty learners reconnect at once after a restart: each reads only what concerns them.
    const [room, look] = await Promise.all([store.readEntry(code, "room"), store.readEntry(code, "look")]);
    if (room === undefined || isClosed(room)) return undefined;
    await requirePart(code, JSON.parse(room) as RoomRecord, learner, store);
    return { version: 0, event: { kind: "here", ...lookIn(look) } };
  }

  #tell(change: RoomChange): void {
    if (change.version <= this.#version) return;
    this.#version = change.version;
    const { learner, now } = this.#options;
    if (learner !== undefined) {
      // The room may be locked now, and this page may not have joined.
      if (change.key === "room") this.#tellAnew();
      else if (change.key === learnerKey(learner) && change.value === removedLearner) this.end();
      else if (change.key === "look") this.#send(looked(change.value));
      return;
    }
    const event = teacherNews(change, now());
    if (event) this.#send(event);
  }

  #send(event: TeacherEvent | LearnerEvent): void {
    this.#write(`data: ${JSON.stringify(event)}\n\n`);
  }

  #write(text: string): void {
    if (this.#isOver) return;
    this.#controller.enqueue(this.#encoder.encode(text));
    if ((this.#controller.desiredSize ?? 0) <= 0) this.end();
  }
}

function looked(value: string): LearnerEvent {
  return { kind: "look", ...lookIn(value) };
}
