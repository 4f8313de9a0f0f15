import { expect, test } from "vitest";
import { announceArrival, takeArrival } from "./arrival.ts";

test("an announced arrival is handed over once", () => {
  announceArrival({ path: "/gh/acme/skills", own: true });
  expect(takeArrival("/gh/acme/skills")).toEqual({ path: "/gh/acme/skills", own: true });
  expect(takeArrival("/gh/acme/skills")).toBeUndefined();
});

test("another address gets nothing and ends the announcement", () => {
  announceArrival({ path: "/gh/acme/skills", own: true });
  expect(takeArrival("/gh/other/skills")).toBeUndefined();
  expect(takeArrival("/gh/acme/skills")).toBeUndefined();
});
