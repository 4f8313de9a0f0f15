import fc from "fast-check";
import { expect, test } from "vitest";
import { finish } from "#lib/async/steps.ts";
import { renderCatalog } from "#lib/harness/catalog/catalog.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { planTrim, shortened, trimFix } from "./trim.ts";

const place = { cwd: "/workspace", home: "/home/user" };
const codex = profileById("codex");

function textsOf(count: number, descriptionOf: (index: number) => string): Readonly<Record<string, string>> {
  const names = Array.from({ length: count }, (_, index) => `skill-${index}`);
  return Object.fromEntries(
    names.map((name, index) => [
      `/workspace/.agents/skills/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: ${descriptionOf(index)}\n---\nDo it.\n`,
    ]),
  );
}

const start = (texts: Readonly<Record<string, string>>) => loadSession(codex, textFiles(texts), place);
const words = (count: number) => "Words that say what it is for. ".repeat(count).trim();

test("where all fits there is nothing to shorten", () => {
  expect(finish(planTrim(codex, start(textsOf(3, () => "Short.")))).kind).toBe("fits");
});

test("with the planned edits the catalog tells all of every description, and short ones stay as they are", () => {
  const texts = textsOf(60, (index) => (index < 10 ? "Short." : words(20)));
  const before = start(texts);
  const isCut = (session: typeof before) => {
    const { rows, leftOut = [] } = renderCatalog(codex, session);
    return leftOut.length > 0 || rows.some(({ cut }) => cut);
  };
  expect(isCut(before)).toBe(true);
  const plan = finish(planTrim(codex, before));
  if (plan.kind !== "edits") throw new Error(plan.kind);
  expect(plan.edits).toHaveLength(50);
  expect(plan.edits.every(({ before: was, after }) => was.startsWith(after) && after.length <= plan.limit)).toBe(true);
  const { writes } = trimFix(before, plan.edits, "Shorten 50 descriptions");
  const mended = { ...texts, ...Object.fromEntries(writes.map(({ path, text }) => [path, text ?? ""])) };
  expect(isCut(start(mended))).toBe(false);
});

test("where the names alone have no room, it says for how many there is", () => {
  const plan = finish(planTrim(codex, start(textsOf(900, () => words(3)))));
  expect(plan).toMatchObject({ kind: "too-many", all: 900 });
  expect(plan.kind === "too-many" && plan.named > 0 && plan.named < 900).toBe(true);
});

test("where all names have room, but no descriptions, it says how many are cut", () => {
  const claude = profileById("claude-code");
  const texts = Object.entries(textsOf(900, () => words(3)));
  const files = textFiles(Object.fromEntries(texts.map(([path, text]) => [path.replace(".agents", ".claude"), text])));
  const plan = finish(planTrim(claude, loadSession(claude, files, place)));
  expect(plan).toMatchObject({ kind: "too-many", named: 900, all: 900 });
  expect(plan.kind === "too-many" && plan.cut).toBeGreaterThan(800);
});

test("a shortened text is never longer than asked, begins as the whole one and is not empty", () => {
  expect(shortened("One thing. Another thing that is long", 30)).toBe("One thing. Another thing");
  expect(shortened("Features, from requirements to deployment", 30)).toBe("Features, from requirements");
  expect(shortened("Reads the intent — and what it leads to", 24)).toBe("Reads the intent");
  expect(shortened("One longer thing. Another", 22)).toBe("One longer thing.");
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "grapheme" }), fc.integer({ min: 24, max: 80 }), (text, limit) => {
      const short = shortened(text, limit);
      expect(short.length).toBeLessThanOrEqual(Math.max(limit, text.length <= limit ? text.length : 0));
      expect(short.length).toBeGreaterThan(0);
    }),
  );
});
