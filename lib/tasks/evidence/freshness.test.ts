import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { evidenceOf } from "#lib/harness/evidence/evidence.ts";
import { profileById, profiles } from "#lib/harness/profiles.ts";
import { datesIn, freshnessOf, freshnessText, isOutOfDate } from "./freshness.ts";
import { releasesIn } from "./newest-releases.ts";

const evidence = [
  { claim: "old", source: "Documentation (22 August 2026)" },
  { claim: "older", source: "Changelog (May 2026)" },
  { claim: "seen again", source: "Documentation (22 August 2026)", program: "Seen on 2026-11-24." },
  { claim: "of no day", source: "Documentation" },
  { claim: "chosen", source: "A choice of this lab" },
];
const profile = profileById("codex");
const today = new Date("2026-12-01T00:00:00Z");

test("days are read as sources write them", () => {
  const days = datesIn("on 26 November 2026, 2026-11-27, in October of 2026 (May 2025); 40 of 2026, 2026-13-45");
  expect(days.map((day) => day.toISOString().slice(0, 10)).sort()).toEqual([
    "2025-05-01",
    "2026-10-01",
    "2026-11-26",
    "2026-11-27",
  ]);
});

test("a claim is as old as the newest day that it names, and the oldest comes first", () => {
  const fresh = freshnessOf(profile, today, undefined, evidence);
  expect(fresh.old).toEqual([
    { claim: "older", days: 214 },
    { claim: "old", days: 101 },
  ]);
  expect(fresh.undated).toBe(1);
  expect(isOutOfDate(fresh, today)).toBe(true);
  expect(freshnessOf(profile, new Date("2026-07-01"), undefined, evidence).old).toEqual([]);
});

test("a release that is not the one seen is told with the command that asks it", () => {
  const { seen } = freshnessOf(profile, today, undefined);
  const behind = freshnessOf(profile, today, "99.0.0", []);
  expect(freshnessText(behind, today).join("\n")).toContain("npm run verify -- codex --release 99.0.0");
  expect(isOutOfDate(behind, today)).toBe(true);
  const same = freshnessOf(profile, new Date(seen?.date ?? ""), seen?.version, []);
  expect(isOutOfDate(same, new Date(seen?.date ?? ""))).toBe(false);
  expect(isOutOfDate(same, new Date("2028-01-01"))).toBe(true);
});

test("every harness that was asked names its version in its evidence", () => {
  for (const each of profiles) {
    const { seen } = freshnessOf(each, today, undefined);
    if (seen) expect(JSON.stringify(evidenceOf(each))).toContain(seen.version);
  }
});

test("every claim of a document names the day of it, or the day on which it was read", () => {
  expect(profiles.filter((each) => freshnessOf(each, today, undefined).undated > 0).map(({ id }) => id)).toEqual([]);
});

test("a file of releases that is none is told in a sentence", () => {
  const folder = mkdtempSync(join(tmpdir(), "skillground-releases-"));
  const path = join(folder, "newest.json");
  writeFileSync(path, '{"a": "1.0.0"}');
  expect(releasesIn(path)).toEqual({ a: "1.0.0" });
  for (const text of ["", "[1]", '{"a": 1}']) {
    writeFileSync(path, text);
    expect(() => releasesIn(path)).toThrow(/tells no releases/);
  }
  rmSync(folder, { recursive: true });
  expect(() => releasesIn(path)).toThrow(/tells no releases/);
});
