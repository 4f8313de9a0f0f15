import { expect, test } from "vitest";
import { type HeldRoom, roomsToEnd, type SpaceBounds } from "./room-space.ts";

const bounds: SpaceBounds = { rooms: 6, characters: 600, share: 0.5, leftAfter: 10, unledAfter: 5 };
const now = 1000;
let opened = 0;

function room(code: string, wide: string, more: Partial<HeldRoom> & { narrow?: string } = {}): HeldRoom {
  const { narrow = `${wide}-1`, ...rest } = more;
  return { code, from: { wide, narrow }, openedAt: opened++, ledAt: now, characters: 10, ...rest };
}
const left = (ledAt: number) => ({ ledAt });
const asked = (wide: string, more: { narrow?: string; characters?: number; code?: string } = {}) => {
  const { narrow = `${wide}-1`, characters = 10, ...rest } = more;
  return { from: { wide, narrow }, characters, ...rest };
};
const ended = (held: readonly HeldRoom[], ask: ReturnType<typeof asked>) => roomsToEnd(held, ask, bounds, now);

test("nothing ends while there is space", () => {
  expect(ended([room("a", "A"), room("b", "A")], asked("A"))).toEqual([]);
});

test("one network never has all: past its share it gives itself, and only what was left", () => {
  const three = [room("a", "A"), room("b", "A"), room("c", "A")];
  expect(ended(three, asked("A"))).toBeUndefined();
  expect(ended(three, asked("B"))).toEqual([]);
  const two = three.slice(0, 2);
  expect(ended([...two, room("c", "A", left(900)), room("d", "A", left(800))].slice(1), asked("A"))).toEqual(["d"]);
});

test("of one wide network, the address with the most gives to the one that has less", () => {
  const held = [room("a", "A"), room("b", "A"), room("c", "A")];
  expect(ended(held, asked("A", { narrow: "A-2" }))).toEqual(["c"]);
  expect(ended([...held.slice(0, 2), room("d", "A", { narrow: "A-3" })], asked("A", { narrow: "A-2" }))).toEqual(["b"]);
});

test("when all is taken, what was left goes first, the longest left before others", () => {
  const held = [
    ...[room("a", "A"), room("b", "A", left(900)), room("c", "A", left(950))],
    ...[room("d", "B"), room("e", "B"), room("f", "C", left(100))],
  ];
  // C's room was left longest, but A has more rooms.
  expect(ended(held, asked("D"))).toEqual(["b"]);
  // A network with as many rooms as others ends none of their lessons, and no abandoned room of a network with fewer.
  const full = [..."ab"].flatMap((code) => ["A", "B", "C"].map((wide) => room(code + wide, wide)));
  expect(ended(full, asked("A"))).toBeUndefined();
});

test("a network with none gets a place of the one with the most, though all are led: its newest", () => {
  const held = [
    ...[room("a", "A"), room("b", "A"), room("c", "A")],
    ...[room("d", "B"), room("e", "B"), room("f", "C")],
  ];
  expect(ended(held, asked("D"))).toEqual(["c"]);
  // Where no network has more than one, nobody who teaches loses a room.
  const each = [..."abcdef"].map((code) => room(code, code));
  expect(ended(each, asked("D"))).toBeUndefined();
  expect(ended([...each.slice(1), room("x", "X", left(1))], asked("D"))).toEqual(["x"]);
});

test("a lesson that is led ends for no burst of rooms that nobody leads, though its network has the most", () => {
  const unled = (openedAt: number) => ({ ledAt: undefined, openedAt });
  const led = [room("a", "A"), room("b", "A"), room("c", "A")];
  const burst = [room("d", "B", unled(998)), room("e", "B", unled(997)), room("f", "C", unled(999))];
  expect(ended([...led, ...burst], asked("D"))).toEqual(["e"]);
  // Rooms of networks with no more than the asking one are left alone for a moment, and no longer.
  const two = (openedAt: number) => [room("d", "B", unled(999)), room("e", "C", unled(openedAt)), room("f", "E")];
  expect(ended([...led, ...two(999)], asked("D"))).toEqual(["c"]);
  expect(ended([...led, ...two(994)], asked("D"))).toEqual(["e"]);
});

test("characters are given by the same rule, and never at the cost of the room that grows", () => {
  const large = { characters: 100 };
  const held = [
    ...[room("a", "A", large), room("b", "A", { ...large, ...left(1) })],
    ...[room("c", "B", large), room("d", "B", large), room("e", "B", large), room("f", "C", large)],
  ];
  expect(ended(held, asked("C", { characters: 20, code: "f" }))).toEqual(["b"]);
  // A network's own share is 300.
  expect(ended(held, asked("B", { characters: 20, code: "c" }))).toBeUndefined();
  expect(
    ended([room("a", "A", { characters: 300, ...left(1) })], asked("A", { characters: 20, code: "a" })),
  ).toBeUndefined();
});

test("more than one room ends where one is not enough", () => {
  const held = [room("a", "A", { characters: 90, ...left(1) }), room("b", "A", { characters: 90, ...left(2) })];
  expect(ended([...held, room("c", "A", { characters: 100 })], asked("A", { characters: 150 }))).toEqual(["a", "b"]);
});
