import { expect, test } from "vitest";
import { failureOf } from "#lib/failure.ts";
import { rehearseJudging } from "./rehearse.ts";

test("a rehearsal loads all of its skills, so that the code for each runs", async () => {
  expect(await rehearseJudging(new AbortController().signal)).toBe(200);
});

test("a rehearsal ends when there is something to open", async () => {
  const opening = new AbortController();
  const rehearsing = rehearseJudging(opening.signal).catch(failureOf);
  opening.abort();
  expect(await rehearsing).toEqual({ code: "cancelled" });
});
