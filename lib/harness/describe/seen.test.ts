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

test("the counts that are nothing are not said", () => {
  const seen = { program: "codex", version: "1.2.3", date: "2026-11-26", trees: 20, same: 20, explained: 0, differ: 0 };
  const text = (counts: Partial<typeof seen>) => seenText({ label: "Codex" }, { ...seen, ...counts });
  expect(text({})).toMatch(/given 20 trees of skills\. All come out the same\.$/);
  expect(text({ trees: 2210, same: 2149, explained: 61 })).toMatch(/given 2,210 trees of skills\. 2,149 come/);
  expect(text({ same: 17, explained: 3 })).toMatch(/ 17 come out the same, 3 differ for a documented reason\.$/);
  expect(text({ same: 16, explained: 3, differ: 1 })).toMatch(
    / 16 come out the same, 3 differ for a documented reason, 1 differ without one\.$/,
  );
});
