import { type Failure, failureOrThrow } from "#lib/failure.ts";
import { type AskOptions, type RoomAccess, roomEvents } from "./ask-room.ts";

/** The state of the connection to a room: live, or why it is not. */
export type LineState = { readonly kind: "connecting" } | { readonly kind: "live" } | LineFailure;

interface LineFailure {
  readonly kind: "failed";
  readonly failure: Failure;
  /** Whether no further attempt is made. */
  readonly isOver: boolean;
}

export interface LineOptions<Event> extends Pick<AskOptions, "fetch"> {
  readonly access: RoomAccess;
  /** Ends the connection. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: Event) => void;
  readonly onState: (state: LineState) => void;
  /**
   * Called when the server does not know the room, before the next attempt: a teacher's page reopens it then. Rejects
   * with `room-missing` where that is useless.
   */
  readonly onMissing?: () => Promise<void>;
  readonly waits?: LineWaits;
}

/** Milliseconds. */
export interface LineWaits {
  /** The first wait before a retry, and the longest; each is twice the previous one, minus up to half at random. */
  readonly first: number;
  readonly longest: number;
  /** Silence after which a connection counts as dead: more than two of the server's heartbeats. */
  readonly silence: number;
}

const defaultWaits: LineWaits = { first: 500, longest: 20_000, silence: 50_000 };

/**
 * Follows a room until `signal` aborts or the room is over. A broken or silent connection is made again, and the server
 * then sends the whole state. Never rejects.
 */
export async function followRoom<Event>(options: LineOptions<Event>): Promise<void> {
  const { signal, onState, onMissing, waits = defaultWaits } = options;
  let tries = 0;
  while (!signal.aborted) {
    let failure: Failure = { code: "room-unreachable" };
    let isGone = false;
    try {
      await readLine(options, waits, () => {
        tries = 0;
      });
    } catch (caught) {
      if (signal.aborted) return;
      failure = failureOrBug(caught);
      if (failure.code === "room-missing" && onMissing) {
        failure = await missing(onMissing);
        isGone = failure.code === "room-missing";
      }
    }
    if (signal.aborted) return;
    const isOver = isGone || isLastWord(failure);
    onState({ kind: "failed", failure, isOver });
    if (isOver) return;
    await pause(waitOf(tries++, waits), signal);
  }
}

const lastWords: ReadonlySet<Failure["code"]> = new Set([
  ...(["room-closed", "room-removed", "room-other", "room-full", "room-refused"] as const),
  ...(["rooms-off", "too-large"] as const),
]);

/** Whether retrying is useless. */
export function isLastWord({ code }: Failure): boolean {
  return lastWords.has(code);
}

async function missing(open: () => Promise<void>): Promise<Failure> {
  try {
    await open();
    return { code: "room-unreachable" };
  } catch (caught) {
    return failureOrBug(caught);
  }
}

function failureOrBug(caught: unknown): Failure {
  const failure = failureOrThrow(caught);
  // A connection that was cut for its silence ends as if it had been cancelled.
  return failure.code === "cancelled" ? { code: "room-unreachable" } : failure;
}

async function readLine<Event>(options: LineOptions<Event>, { silence }: LineWaits, onLive: () => void): Promise<void> {
  const { access, signal, onEvent, onState, fetch } = options;
  const cutting = new AbortController();
  const cut = () => cutting.abort();
  signal.addEventListener("abort", cut);
  let timer = setTimeout(cut, silence);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(cut, silence);
  };
  try {
    const stream = await roomEvents(access, { signal: cutting.signal, ...(fetch && { fetch }) });
    for await (const data of eventsIn(stream, heard)) {
      onLive();
      onState({ kind: "live" });
      onEvent(JSON.parse(data) as Event);
    }
  } catch (caught) {
    // Browsers report a broken connection like this.
    if (!(caught instanceof TypeError)) throw caught;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cut);
    cut();
  }
}

/**
 * The data of a `text/event-stream`, one line each, as this site's server writes it.
 * @param onBytes called whenever anything has arrived, even a heartbeat
 */
async function* eventsIn(
  stream: ReadableStream<Uint8Array>,
  onBytes: () => void = () => undefined,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.startsWith("data: ")) yield line.slice("data: ".length);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Random, so that pages which lose their server at the same moment reconnect at different ones. */
export function waitOf(tries: number, { first, longest }: Pick<LineWaits, "first" | "longest"> = defaultWaits): number {
  return Math.min(first * 2 ** tries, longest) * (0.5 + Math.random() / 2);
}

/** Waits this many milliseconds, or until the network is back, or until `signal` aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      globalThis.removeEventListener?.("online", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
    globalThis.addEventListener?.("online", end);
    if (signal.aborted) end();
  });
}
