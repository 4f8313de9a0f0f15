import { afterEach, expect, test, vi } from "vitest";
import {
  changeJoined,
  closeOpened,
  forgetJoined,
  joinedRoom,
  keepJoined,
  keepOpened,
  keepStanding,
  openedRoom,
  openedRooms,
} from "./kept-rooms.ts";
import { roomLimits } from "./room.ts";

const access = { code: "BCDFGH", id: "id", key: "key" };
const plan = { workshop: "/try/skills-101", title: "Skills", lessons: [] };
const opened = { ...access, plan, since: Date.now() };
const joined = { ...access, workshop: "/try/skills-101", title: "Skills", name: "", follows: false, since: Date.now() };

afterEach(() => vi.unstubAllGlobals());

function stubStorage(most: number): void {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > most) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, value);
    },
    removeItem: (key: string) => kept.delete(key),
  });
}

test("a room is stored until it is left", () => {
  stubStorage(10_000);
  expect([keepOpened(opened), keepJoined(joined)]).toEqual([true, true]);
  expect([openedRooms(), joinedRoom()]).toEqual([[opened], joined]);
  forgetJoined({ key: "another" });
  expect(joinedRoom()).toEqual(joined);
  forgetJoined(joined);
  expect(joinedRoom()).toBeUndefined();
});

test("how an opened room stands is stored with it", () => {
  stubStorage(10_000);
  keepOpened(opened);
  const stood = { isLocked: true, known: ["0123456789abcdef"] };
  keepStanding(opened.code, stood);
  expect(openedRooms()).toEqual([{ ...opened, stood }]);
});

test("a room that was closed here is still its teacher's, and the first to make room for others", () => {
  stubStorage(10_000);
  keepOpened({ ...opened, code: "OLDEST" });
  keepOpened(opened);
  closeOpened(opened.code);
  expect(openedRooms()).toMatchObject([{ code: "OLDEST" }]);
  keepOpened({ ...opened, code: "ROOM-1" });
  expect(openedRoom(opened.code)).toMatchObject({ isClosed: true });
  for (let at = 2; at <= 7; at++) keepOpened({ ...opened, code: `ROOM-${at}` });
  expect([openedRoom("OLDEST"), openedRoom(opened.code)]).toMatchObject([{ code: "OLDEST" }, undefined]);
});

test("what is stored of a joined room is changed by nobody who has joined another, or left", () => {
  stubStorage(10_000);
  keepJoined(joined);
  changeJoined("another", { lesson: "02-b" });
  expect(joinedRoom()).toEqual(joined);
  changeJoined(joined.key, { lesson: "02-b" });
  expect(joinedRoom()).toEqual({ ...joined, lesson: "02-b" });
  forgetJoined(joined);
  changeJoined(joined.key, { lesson: "02-b" });
  expect(joinedRoom()).toBeUndefined();
});

test.each([
  ["full", () => stubStorage(10)],
  ["missing", () => undefined],
])("where storage is %s, it is said that a room is not stored", (_, stub) => {
  stub();
  expect([keepOpened(opened), keepJoined(joined)]).toEqual([false, false]);
  expect([openedRooms(), joinedRoom()]).toEqual([[], undefined]);
});

test.each([
  ["nothing", null],
  ["a text", "room"],
  ["a room without its plan", { ...opened, plan: undefined }],
  ["a lesson without steps", { ...opened, plan: { ...plan, lessons: [{ id: "a", title: "A" }] } }],
  ["a secret that is no text", { ...opened, key: {} }],
])("a stored room that is damaged is none: %s", (_, damaged) => {
  stubStorage(10_000);
  localStorage.setItem("skillground:opened-rooms", JSON.stringify([damaged, opened]));
  expect(openedRooms()).toEqual([opened]);
});

test.each([
  ["nothing", null],
  ["a number of learners", { isLocked: false, known: 5 }],
  ["no lock", { known: [] }],
  ["a place that is none", { isLocked: false, known: [], look: "here" }],
])("how a room stood, where that is damaged, is not known, and the room stays: %s", (_, stood) => {
  stubStorage(10_000);
  localStorage.setItem("skillground:opened-rooms", JSON.stringify([{ ...opened, stood }]));
  expect(openedRooms()).toEqual([opened]);
});

test("a room of which the server tells is not old, whatever the clock said when it was opened", () => {
  stubStorage(10_000);
  const stood = { isLocked: false, known: [] };
  keepOpened({ ...opened, since: Date.now() + 2 * roomLimits.life });
  expect([openedRooms(), openedRoom(opened.code)]).toMatchObject([[], { key: opened.key }]);
  keepStanding(opened.code, stood);
  expect(openedRooms()).toMatchObject([{ code: opened.code, stood }]);
});

test("a room stays stored while another is opened and closed, though it seems old by a clock that was put right", () => {
  stubStorage(10_000);
  keepOpened({ ...opened, since: Date.now() + 2 * roomLimits.life });
  keepOpened({ ...opened, code: "ANOTHR" });
  expect(openedRoom(opened.code)).toMatchObject({ key: opened.key });
  closeOpened("ANOTHR");
  expect(openedRoom(opened.code)).toMatchObject({ key: opened.key });
});
