import { expect, test } from "vitest";
import { profiles } from "#lib/harness/profiles.ts";
import { seenOf, seenText } from "./seen.ts";

const asked = profiles.flatMap((profile) => {
  const seen = seenOf(profile);
  return seen ? [{ id: profile.id, profile, seen }] : [];
});

test.each(asked)("what was seen of $id adds up, and is told in words", ({ profile, seen }) => {
  const { trees, same, explained, differ, version } = seen;
  expect(same + explained + differ).toBe(trees);
  expect(trees).toBeGreaterThan(0);
  expect(seenText(profile, seen)).toContain(`${profile.label} ${version}`);
});

test("of a harness whose program was never asked nothing is told", () => {
  expect(asked.length).toBeGreaterThan(0);
  expect(seenOf({ id: "none" })).toBeUndefined();
});
