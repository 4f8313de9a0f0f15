import { expect, test } from "vitest";
import { roomLimits } from "#lib/room/room.ts";
import { roomsInMemory } from "./memory-rooms.ts";
import { learnerKey, noLook } from "./room-record.ts";
import type { RoomStore } from "./room-store.ts";
import { roomStream } from "./room-stream.ts";

const code = "BCDFGH";
const learner = "0123456789abcdef";
const networks = { narrow: "192.0.2.1", wide: "192.0.2.0/24" };

test("a learner's stream goes on where the room is locked and unlocked while its state is being read", async () => {
  const store = roomsInMemory();
  const room = (isLocked: boolean) => JSON.stringify({ id: "id", until: roomLimits.life, isLocked });
  await store.create(code, { room: room(false), plan: "{}", look: noLook, known: "[]" }, networks);
  await store.change(code, learnerKey(learner), () => "{}");
  const reading = Promise.withResolvers<void>();
  const slow: RoomStore = {
    ...store,
    readEntry: async (...asked) => {
      await reading.promise;
      return store.readEntry(...asked);
    },
  };
  let isOver = false;
  const stream = roomStream({
    ...{ code, learner, store: slow, now: () => 0, until: roomLimits.life, beatMs: 60_000, signals: [] },
    onEnd: () => {
      isOver = true;
    },
  });
  const events: string[] = [];
  const reader = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  const reads = (async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) events.push(next.value);
  })();
  await new Promise((resolve) => setTimeout(resolve));
  for (const isLocked of [true, false]) await store.change(code, "room", () => room(isLocked));
  reading.resolve();
  await expect.poll(() => events.length).toBeGreaterThan(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await store.change(code, "look", () => JSON.stringify({ lesson: "01-a", step: "two", number: 1 }));
  await expect.poll(() => events.at(-1)).toContain('"number":1');
  expect(isOver).toBe(false);
  await reader.cancel();
  await reads;
});
