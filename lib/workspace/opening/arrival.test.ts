import { expect, test } from "vitest";
import { type Arrival, announceArrival, takeArrival } from "./arrival.ts";

const source = { kind: "git", url: "https://github.com/acme/skills" } as const;
const arrival: Arrival = { path: "/gh/acme/skills", own: true, incoming: { kind: "source", source } };

test("an announced arrival is handed over once", () => {
  announceArrival(arrival);
  expect(takeArrival("/gh/acme/skills")).toEqual(arrival);
  expect(takeArrival("/gh/acme/skills")).toBeUndefined();
});

test("another address gets nothing and ends the announcement", () => {
  announceArrival(arrival);
  expect(takeArrival("/gh/other/skills")).toBeUndefined();
  expect(takeArrival("/gh/acme/skills")).toBeUndefined();
});
