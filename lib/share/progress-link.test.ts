import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Certificate, certificateFile, certificateLimits, formatProgress, readProgress } from "./progress-link.ts";

const one: Certificate = {
  workshop: "/try/skills-101",
  title: "Skills in 30 minutes",
  name: "Ada",
  lessons: [
    {
      id: "01-three-tiers",
      total: 2,
      skipped: 0,
      passed: [
        { check: "a/quiz-1", at: 1_700_000_000_000, by: "learner" },
        { check: "a/file_read-1", at: 1_700_000_000_001, by: "solution" },
      ],
    },
  ],
};

test("a progress link reads back, as a whole address, as a fragment and as the file", async () => {
  const fragment = await formatProgress(one);
  expect(fragment).toMatch(/^#p1=[\w-]+$/);
  expect(await readProgress(`https://lab.example/class${fragment}`)).toEqual(one);
  expect(await readProgress(` ${fragment}\n`)).toEqual(one);
  expect(await readProgress(await certificateFile(one).text())).toEqual(one);
});

test("two letters less, another version, or something else is one clear clause", async () => {
  const fragment = await formatProgress(one);
  expect(await readProgress(fragment.slice(0, -2))).toMatch(/cut short or changed/);
  expect(await readProgress(fragment.replace("p1", "p7"))).toMatch(/newer version/);
  expect(await readProgress("https://example.com/")).toMatch(/not a progress link/);
  expect(await readProgress(`#p1=${"A".repeat(certificateLimits.link + 1)}`)).toMatch(/longer/);
  expect(await readProgress("{")).toMatch(/not a complete/);
});

function linkOf(value: unknown): string {
  return `#p1=${deflateRawSync(JSON.stringify(value)).toString("base64url")}`;
}

const [lesson] = one.lessons;

test.each<[string, unknown]>([
  ["more checks passed than the lesson has", { ...one, lessons: [{ ...lesson, total: 1 }] }],
  ["one check twice", { ...one, lessons: [{ ...lesson, passed: [lesson?.passed[0], lesson?.passed[0]] }] }],
  ["one lesson twice", { ...one, lessons: [lesson, lesson] }],
  ["a workshop that is no address", { ...one, workshop: "javascript:alert(1)" }],
  ["a name without end", { ...one, name: "x".repeat(100) }],
  ["no lessons", { workshop: "/try/a", title: "" }],
  ["a list", []],
])("a link that claims %s is not taken", async (_, value) => {
  expect(await readProgress(linkOf(value))).toMatch(/not a complete progress link/);
});

test("what would unpack to megabytes is not unpacked", async () => {
  const bomb = `#p1=${deflateRawSync(Buffer.alloc(20 * 1024 * 1024)).toString("base64url")}`;
  expect(bomb.length).toBeLessThan(certificateLimits.link);
  expect(await readProgress(bomb)).toMatch(/cut short or changed/);
});

test("no text throws", async () => {
  const payload = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.base64String().map((text) => `#p1=${text}`),
  );
  await fc.assert(
    fc.asyncProperty(payload, async (given) => {
      expect(typeof (await readProgress(given))).toBe("string");
    }),
    { numRuns: 100 },
  );
});
