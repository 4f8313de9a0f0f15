import { expect, test } from "vitest";
import { codex } from "#lib/harness/profiles/codex.ts";
import { keen } from "#lib/harness/profiles/keen.ts";
import { profiles } from "#lib/harness/profiles.ts";
import type { CatalogBudget, CatalogRules } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import type { SkillState } from "#lib/harness/vocabulary/states.ts";
import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";
import { toldIn } from "#lib/harness/vocabulary/verdict.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { renderCatalog, renderCatalogInSteps } from "./catalog.ts";
import { catalogNotices } from "./catalog-notices.ts";

const place = { cwd: "/w", home: "/home/user" };
const rules: CatalogRules = {
  delivery: { channel: "system", before: "" },
  lists: "on",
  head: "",
  row: "{name}{#summary}: {summary}{/summary}",
  summary: { text: "{description}{#whenToUse} - {whenToUse}{/whenToUse}", limit: 6, ending: "…" },
  separator: "\n",
  tail: "",
  empty: "",
};

function skill(name: string, description: string, whenToUse?: string): Skill {
  const directory = `/w/.agents/skills/${name}`;
  const root = "./.agents/skills";
  return { name, description, location: `${directory}/SKILL.md`, directory, root, ...(whenToUse && { whenToUse }) };
}

const skills = [skill("a", "aaaa"), skill("b", "b"), skill("c", "cccc")];

interface Rendering {
  readonly profile?: Profile;
  readonly skills?: readonly Skill[];
  readonly window?: number;
  readonly uses?: Readonly<Record<string, number>>;
  readonly states?: Readonly<Record<string, SkillState>>;
}

/** Renders a catalog with a budget of `window` units. */
function render(catalog: CatalogRules, { profile = keen, window = 1000, uses = {}, states = {}, ...given }: Rendering) {
  const counts = Object.entries(uses).map(([name, count]) => [name, { count }]);
  const files = textFiles({ "/home/user/uses.json": JSON.stringify({ uses: Object.fromEntries(counts) }) });
  const listed = given.skills ?? skills;
  return renderCatalog(
    { ...profile, catalog },
    {
      files,
      place,
      window,
      discovery: { skills: listed },
      states: new Map(listed.map(({ name, location }) => [location, states[name] ?? "on"])),
    },
  );
}

const counted = { scope: "home", path: "uses.json", key: "uses", count: "count" } as const;

function within(limit: number, cuts: CatalogBudget["cuts"], more: Rendering = {}): Rendering & { lines: string[] } {
  const budget: CatalogBudget = { share: 0.25, unit: "characters", cuts, uses: counted };
  return { ...more, lines: render({ ...rules, budget }, { ...more, window: limit }).text.split("\n") };
}

test("a summary is cut by characters, its ending included, and the row says so", () => {
  const listed = [skill("a", "ab", "c"), skill("b", "abcdefg"), skill("c", "🙂🙂🙂🙂🙂🙂")];
  const catalog = render(rules, { skills: listed });
  expect(catalog.text.split("\n")).toEqual(["a: ab - c", "b: abcde…", "c: 🙂🙂🙂🙂🙂🙂"]);
  expect(catalog.rows.map(({ cut }) => cut)).toEqual([undefined, { by: "limit", told: 6, of: 7 }, undefined]);
  expect(catalogNotices(catalog)).toMatchObject([{ code: "description-cut", path: listed[1]?.location }]);
});

test("a catalog within its budget is not cut", () => {
  expect(within(20, "evenly").lines).toEqual(["a: aaaa", "b: b", "c: cccc"]);
  expect(within(20, "least-used").lines).toEqual(["a: aaaa", "b: b", "c: cccc"]);
});

test("a budget cut evenly gives every summary a character in turn, and keeps the names that fit", () => {
  expect(within(18, "evenly").lines).toEqual(["a: aaa", "b: b", "c: ccc"]);
  expect(within(11, "evenly").lines).toEqual(["a: a", "b: b", "c"]);
  expect(within(4, "evenly").lines).toEqual(["a", "b"]);
  // A name that is too long does not prevent a shorter one after it.
  const names = [skill("a-long-name", "x"), skill("b", "x"), skill("c", "x")];
  expect(within(4, "evenly", { skills: names }).lines).toEqual(["b", "c"]);
});

test("a budget that spares what is used most keeps every name, and a summary where it fits as a whole", () => {
  expect(within(19, "least-used").lines).toEqual(["a: aaaa", "b: b", "c"]);
  expect(within(19, "least-used", { uses: { c: 2, b: 1 } }).lines).toEqual(["a", "b: b", "c: cccc"]);
  expect(within(8, "least-used").lines).toEqual(["a", "b: b", "c"]);
  expect(within(1, "least-used").lines).toEqual(["a", "b", "c"]);
});

test("a budget is a share of the window, in characters at four to a token or in tokens of four bytes", () => {
  const budgetOf = (unit: CatalogBudget["unit"], window?: number) =>
    renderCatalog(
      { ...keen, catalog: { ...rules, budget: { share: 0.01, unit, cuts: "evenly" } } },
      {
        files: textFiles({}),
        place,
        discovery: { skills },
        states: new Map(skills.map(({ location }) => [location, "on"])),
        ...(window && { window }),
      },
    ).budget;
  expect(budgetOf("characters")).toMatchObject({ limit: 8000, window: 200_000, needed: 20, used: 20 });
  expect(budgetOf("tokens", 1_000_000)).toMatchObject({ limit: 10_000, window: 1_000_000, needed: 6 });
  // The names take five of the six characters; a summary would take three more.
  expect(budgetOf("characters", 150)).toMatchObject({ limit: 6, used: 5 });
});

test("what is missing of a skill is told apart by what cut it", () => {
  const budget: CatalogBudget = { share: 0.25, unit: "characters", cuts: "evenly" };
  const catalog = render({ ...rules, budget }, { window: 9, states: { b: "named" } });
  expect(catalog.text.split("\n")).toEqual(["a: aa", "b", "c"]);
  expect(Object.fromEntries(catalog.rows.map(({ skill: name, cut }) => [name, cut]))).toEqual({
    a: { by: "budget", told: 2, of: 4 },
    b: { by: "state", told: 0, of: 1 },
    c: { by: "budget", told: 0, of: 4 },
  });
  const small = render({ ...rules, budget }, { window: 4 });
  expect([...toldIn(small).values()]).toEqual(["named", "named", "left-out"]);
  expect(catalogNotices(small)).toMatchObject([
    { code: "catalog-budget", data: { all: 3, cut: 0, named: 2, leftOut: 1 } },
  ]);
});

/** Codex's catalog of `count` skills with descriptions of `characters` characters, for a window in tokens. */
function codexCatalog(count: number, characters: number, window: number) {
  const listed = Array.from({ length: count }, (_, at) => skill(`skill-${at}`, "d".repeat(characters)));
  return render(codex.catalog, { profile: codex, skills: listed, window });
}

test("short names for roots stand in the rows, where nothing has to be cut, too", () => {
  const roomy = codexCatalog(20, 100, 200_000);
  expect(roomy.text).toContain("(file: r0/skill-0/SKILL.md)");
  const tight = codexCatalog(20, 100, 30_000);
  expect(tight.text).toContain("### Skill roots\n- `r0` = `/w/.agents/skills`\n### Available skills\n- skill-0: d");
  expect(tight.text).toContain("(file: r0/skill-0/SKILL.md)");
  expect(tight.budget?.used).toBeLessThanOrEqual(600);
});

test("the window in a person's settings counts before any model's", () => {
  const skills = Array.from({ length: 10 }, (_, index) => skill(`skill-${index}`, "d".repeat(100)));
  const windowWith = (config: string) =>
    renderCatalog(codex, {
      files: textFiles({ "/home/user/.codex/config.toml": config }),
      place,
      window: 100_000,
      discovery: { skills },
      states: new Map(skills.map(({ location }) => [location, "on"])),
    }).budget?.window;
  expect(windowWith("model_context_window = 17000")).toBe(17_000);
  for (const config of ["", "model_context_window = 0", 'model_context_window = "9"'])
    expect(windowWith(config)).toBe(100_000);
});

test("a harness's words about what was cut come with the catalog, and only where it says them", () => {
  expect(codexCatalog(10, 100, 17_000).rows.some(({ cut }) => cut)).toBe(true);
  expect(codexCatalog(10, 100, 17_000).warnings).toBeUndefined();
  const shortened = codexCatalog(10, 400, 30_000);
  expect(shortened.warnings?.[0]).toMatch(/^Skill descriptions were shortened to fit the 2% skills context budget\./);
  const leftOut = codexCatalog(30, 10, 10_000);
  const [words = ""] = leftOut.warnings ?? [];
  expect(words).toContain(`and ${leftOut.leftOut?.length} additional skills were not included`);
  expect(catalogNotices(leftOut)[0]?.harnessMessage).toBe(words);
});

const telling = profiles.filter((profile) => !isUndocumented(profile, "catalog"));

test.each(telling)("$label: no step of the work on a catalog is about more than one skill", (profile) => {
  let told = 0;
  const watched = Array.from({ length: 40 }, (_, index) => {
    const made = skill(`skill-${index}`, "");
    return Object.defineProperty(made, "description", {
      enumerable: true,
      get() {
        told++;
        return "What it is for";
      },
    });
  });
  const states = new Map(watched.map(({ location }) => [location, "active" as const]));
  const steps = renderCatalogInSteps(profile, { files: textFiles({}), place, discovery: { skills: watched }, states });
  let most = 0;
  let before = 0;
  while (!steps.next().done) {
    most = Math.max(most, told - before);
    before = told;
  }
  most = Math.max(most, told - before);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(perSkill);
});

/** How often a step looks at one skill's description: for its row, its summary and its price. */
const perSkill = 4;
