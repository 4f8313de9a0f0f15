import { expect, test } from "vitest";
import { AnswerFlight, type AnswerReader, type FlightOptions, type HeldBytes } from "./answer-flight.ts";
import { memoryOf } from "./kept-answers.ts";

/** A flight whose chunks the test sends, one character each, with a record of what happened to it. */
function flight({ limit = 1000, ...options }: Partial<FlightOptions> & { limit?: number } = {}) {
  const room = { highWaterMark: 100 };
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({}, room, room);
  async function* whole() {
    yield* readable;
    return true;
  }
  const writer = writable.getWriter();
  const held: HeldBytes = { used: 0, limit: limit * memoryOf(Buffer.of(0)) };
  const events: string[] = [];
  const made = new AnswerFlight({
    async open(signal) {
      signal.addEventListener("abort", () => events.push("given up"));
      return { movedTo: "moved", isKept: false, chunks: whole() };
    },
    isShared: true,
    held,
    sharedPace: { graceMs: 60_000, bytesPerSecond: 1 },
    onClosed: () => events.push("closed"),
    onComplete: (_, chunks) => events.push(`complete: ${Buffer.concat(chunks)}`),
    ...options,
  });
  return {
    held,
    events,
    join: (onLost = () => {}) => made.join(onLost),
    send: (text: string) => Promise.all([...text].map((letter) => writer.write(Buffer.from(letter)))),
    end: () => writer.close(),
    breakOff: () => writer.abort(new Error("broken")),
  };
}

function inBytes({ used }: HeldBytes): number {
  return used / memoryOf(Buffer.of(0));
}

async function read(reader: AnswerReader, count = Number.POSITIVE_INFINITY): Promise<string> {
  let text = "";
  while (text.length < count) {
    const chunk = await reader.next();
    if (!chunk) break;
    text += Buffer.from(chunk).toString();
  }
  return text;
}

test("all readers get all bytes, those who come late what they missed first", async () => {
  const { join, send, end, events } = flight();
  const early = join();
  await send("abc");
  expect(await read(early, 2)).toBe("ab");
  const late = join();
  await send("def");
  await end();
  expect(await Promise.all([read(early), read(late)])).toEqual(["cdef", "abcdef"]);
  await expect.poll(() => events).toEqual(["complete: abcdef", "closed"]);
});

test("bytes come as they arrive, not at the end", async () => {
  const { join, send } = flight();
  const readers = [join(), join()];
  await send("a");
  expect(await Promise.all(readers.map((reader) => read(reader, 1)))).toEqual(["a", "a"]);
});

test("a reader who leaves is not missed; the last one ends it", async () => {
  const { join, send, events, held } = flight();
  const [first, second] = [join(), join()];
  await send("ab");
  await read(first, 1);
  first.leave();
  expect(await read(second, 2)).toBe("ab");
  expect([events, inBytes(held)]).toEqual([[], 2]);
  second.leave();
  expect([events, inBytes(held)]).toEqual([["closed", "given up"], 0]);
});

test("a source that breaks does so for every reader, wherever it is", async () => {
  const { join, send, breakOff, events } = flight();
  const [ahead, behind] = [join(), join()];
  await send("ab");
  await read(ahead, 2);
  const waiting = [read(ahead), read(ahead).catch(() => "broken")];
  await breakOff();
  await expect(waiting[0]).rejects.toThrow("broken");
  await expect(read(behind)).rejects.toThrow("broken");
  expect(events).toEqual(["closed"]);
});

test("no answer is none for every reader", async () => {
  const { join, events } = flight({ open: () => Promise.reject(new Error("refused")) });
  const readers = [join(), join()];
  for (const reader of readers) await expect(reader.begun).rejects.toThrow("refused");
  expect(events).toEqual(["closed"]);
});

test("a flight that outgrows its room takes no newcomers and goes at the pace of the slowest", async () => {
  const { join, send, end, events, held } = flight({ limit: 2 });
  const [fast, slow] = [join(), join()];
  await send("abcdef");
  await end();
  expect(await read(fast, 3)).toBe("abc");
  expect([events, inBytes(held)]).toEqual([["closed"], 3]);
  const fourth = read(fast, 1);
  expect(await read(slow, 2)).toBe("ab");
  expect(inBytes(held)).toBe(1);
  expect(await read(slow, 1)).toBe("c");
  expect(await fourth).toBe("d");
  expect(inBytes(held)).toBe(1);
  slow.leave();
  expect(await read(fast)).toBe("ef");
  expect([events, inBytes(held)]).toEqual([["closed"], 0]);
});

test("a reader who holds up others past the room loses the answer, and they do not", async () => {
  const { join, send, end, held } = flight({ limit: 1, sharedPace: { graceMs: 50, bytesPerSecond: 1_000_000 } });
  const lost: string[] = [];
  const fast = join(() => lost.push("fast"));
  const stalled = join(() => {
    lost.push("stalled");
    stalled.leave();
  });
  await send("abcdef");
  await end();
  expect(await read(fast)).toBe("abcdef");
  expect([lost, inBytes(held)]).toEqual([["stalled"], 0]);
});

test("a reader who stalls alone, or with room left, loses nothing here", async () => {
  const { join, send, end } = flight({ sharedPace: { graceMs: 1, bytesPerSecond: 1_000_000 } });
  const lost: string[] = [];
  const [fast, stalled] = [join(), join(() => lost.push("stalled"))];
  await send("abc");
  await end();
  expect(await read(fast)).toBe("abc");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([await read(stalled), lost]).toEqual(["abc", []]);
});

test("pieces of one byte take the room that they take in memory", async () => {
  const { join, send, events } = flight({ limit: 2 });
  const reader = join();
  await send("abc");
  await read(reader, 3);
  expect(events).toEqual(["closed"]);
});

test("a flight of one holds nothing back and reports nothing", async () => {
  const { join, send, end, events, held } = flight({ isShared: false });
  const reader = join();
  await send("ab");
  expect(await read(reader, 2)).toBe("ab");
  expect(inBytes(held)).toBe(0);
  await end();
  expect(await read(reader)).toBe("");
  expect(events).toEqual([]);
});
