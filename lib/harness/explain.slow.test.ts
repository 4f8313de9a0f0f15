import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Files, findSkillFiles } from "#lib/vfs/files.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { readCases, readInput } from "./conformance/case.ts";
import { evidenceOf } from "./evidence/evidence.ts";
import { explain } from "./explain.ts";
import { profileById, profiles } from "./profiles.ts";
import { installRoot } from "./roots/roots.ts";
import { rules } from "./rules/rules.ts";
import { type LaunchOptions, loadSession } from "./session.ts";
import type { Explanation, RuleTest } from "./vocabulary/finding.ts";
import type { Place } from "./vocabulary/places.ts";
import { isAbout, type Profile } from "./vocabulary/profile.ts";
import type { Candidate } from "./vocabulary/skill.ts";
import type { Verdict } from "./vocabulary/verdict.ts";

const lab: Place = { cwd: "/workspace", home: "/home/user" };

/** What a test that did not fail tells of the catalog; `undefined` if it tells nothing. */
function toldBy({ rule, outcome, tested }: RuleTest): Verdict | undefined {
  if (rule === "catalog" && tested.endsWith("tells the model is not documented.")) return { kind: "undocumented" };
  if (rule !== "budget" || outcome !== "warned") return undefined;
  return { kind: tested.includes("name only") ? "named" : "cut" };
}

/** The verdict that follows from the tests of an explanation alone: the first that fails and has a verdict decides. */
function verdictToldBy({ tests }: Explanation): Verdict {
  for (const test of tests) {
    const { outcome, rule: code, place } = test;
    const told = toldBy(test);
    if (told) return told;
    const rule = outcome === "failed" ? rules.find((each) => each.code === code) : undefined;
    const kind = rule?.verdict;
    if (kind === undefined) continue;
    return kind === "shadowed" ? { kind, by: place.path, rule: shadowRules[code] ?? "target" } : { kind };
  }
  return { kind: "listed" };
}

const shadowRules: Readonly<Record<string, "folder" | "name">> = { "folder-taken": "folder", "name-taken": "name" };

/** Compares the explanation of every SKILL.md with what the engine made of it. */
function expectParity(profile: Profile, files: Files, place: Place, options: LaunchOptions = {}): void {
  const session = loadSession(profile, files, place, options);
  const { candidates } = session.discovery;
  for (const candidate of candidates) {
    const explanation = explain(profile, session, candidate.location);
    const { verdict, tests } = explanation;
    expect({ at: candidate.location, verdict: verdictToldBy(explanation) }).toEqual({
      at: candidate.location,
      verdict,
    });
    expectInOrder(tests.map(({ rule }) => rule));
    if (candidate.outcome.kind === "rejected") expectSameWords(candidate, tests);
  }
  const explained = new Set(candidates.map(({ location }) => location));
  for (const path of findSkillFiles(files, "/")) expect(explained).toContain(path);
}

function expectInOrder(codes: readonly string[]): void {
  expect(codes).toEqual(rules.map(({ code }) => code).filter((code) => codes.includes(code)));
}

function expectSameWords({ notices }: Candidate, tests: ReturnType<typeof explain>["tests"]): void {
  const decisive = tests.find(({ outcome }) => outcome === "failed");
  expect(decisive?.says).toEqual(notices[0]?.harnessMessage === undefined ? [] : [notices[0].harnessMessage]);
  expect(decisive?.fix).toBeTruthy();
  expect(decisive?.place.line).toBe(notices[0]?.line);
}

const folder = new URL("conformance/cases/", import.meta.url);
const cases = readdirSync(folder)
  .flatMap((name) => readCases(readFileSync(new URL(name, folder), "utf8")))
  .flatMap((each) => (each.kind === "case" ? [each.conformanceCase] : []));

describe.each(profiles.map((profile) => [profile.label, profile] as const))("%s", (_label, profile) => {
  test("the explanation ends as the engine does in its own published trees, and in some of each other's", () => {
    // Every tree under its own harness and one other: under all of them, time would grow with the square of their number.
    const at = profiles.indexOf(profile);
    const trees = cases.filter(({ id }, index) => id.startsWith(`${profile.id}/`) || index % profiles.length === at);
    expect(trees.length).toBeGreaterThan(20);
    for (const each of trees) {
      const input = readInput(each);
      const files = textFiles(new Map(Object.entries(each.files)), { links: each.symlinks });
      expectParity(profile, files, input, { noSkills: input.noSkills });
    }
  });

  test("the explanation ends as the engine does in random trees", () => {
    fc.assert(
      fc.property(trees, ({ texts, links, noSkills }) => {
        expectParity(profile, textFiles(texts, { links }), lab, { noSkills });
      }),
      { numRuns: process.env.SOAK ? 1000 : 50 },
    );
  });
});

test.each(profiles)("$label says where each of its rules is written down", (profile) => {
  const location = `${installRoot(profile, lab, "project")}/a/SKILL.md`;
  const files = textFiles({ [location]: "---\nname: a\ndescription: d\n---\nDo it.\n" });
  const { tests } = explain(profile, loadSession(profile, files, lab), location);
  expect(tests.map(({ rule }) => rule).filter((rule) => !evidenceOf(profile).some(isAbout(rule)))).toEqual([]);
});

test("a name over the limit of Codex is told in its own words, with what to do", () => {
  const location = `${lab.cwd}/.agents/skills/a/SKILL.md`;
  const files = textFiles({ [location]: `---\nname: ${"n".repeat(65)}\ndescription: d\n---\nDo it.\n` });
  const codex = profileById("codex");
  expect(explain(codex, loadSession(codex, files, lab), location).decisive).toMatchObject({
    rule: "name-length",
    title: "The name has more than 64 characters",
    says: [expect.stringContaining("invalid name: exceeds maximum length of 64 characters")],
    fix: "Shorten it. People type names and read them in lists.",
  });
});

test("a rule that is broken says what is wrong, with the harness's name, and one that holds what it asks", () => {
  const keen = profileById("keen");
  const [inside, outside] = [`${lab.cwd}/.agents/skills/a/SKILL.md`, `${lab.cwd}/skills/b/SKILL.md`];
  const text = "---\nname: a\ndescription: d\n---\nDo it.\n";
  const session = loadSession(keen, textFiles({ [inside]: text, [outside]: text }), lab);
  const titleOf = (location: string) =>
    explain(keen, session, location).tests.find(({ rule }) => rule === "root")?.title;
  expect(titleOf(inside)).toBe("Is in a folder that is searched");
  expect(titleOf(outside)).toBe("Not in a folder that Keen Code searches");
});

const yaml = fc.constantFrom(
  "name: a\ndescription: d\n",
  "name: b\ndescription: d\n",
  "name: B\ndescription: d\nstate: active\n",
  "name: a\ndescription: Use: it\n",
  "name: a\nname: a\ndescription: d\n",
  "description: d\n",
  "name: ''\n",
  "name: ''\ndescription: ''\n",
  "name: [a]\ndescription: d\n",
  "name: a\ndescription: d\nallowed-tools: Read, Write\n",
  "- a\n",
  "just text\n",
  "",
);
const skillText = fc.oneof(
  { weight: 6, arbitrary: yaml.map((block) => `---\n${block}---\nDo it.\n`) },
  fc.constantFrom(
    "",
    "\n\n",
    "# Text\n",
    "---\nname: a\n",
    "\ufeff---\nname: a\ndescription: d\n---\n",
    `${"x".repeat(70_000)}\n`,
  ),
);
const roots = [
  ...[".agents/skills", ".claude/skills", ".keen/skills", ".gen/skills", ".kodelet/skills"].flatMap((path) => [
    `${lab.cwd}/${path}`,
    `${lab.home}/${path}`,
  ]),
  `${lab.home}/.keen/skills/bundled`,
  `${lab.cwd}/.gen/plugins/p/skills`,
  `${lab.home}/.claude/plugins/q/skills`,
  `${lab.home}/.claude/skills/synced`,
  "/mnt/repo/skills",
];
const folders = [
  "/a",
  "/b",
  "/a-b",
  "/Synced",
  "/group/a",
  "/node_modules/a",
  "/.git/a",
  "/.h/a",
  "/1/2/3/4/5/6/7",
  "",
];
const names = ["SKILL.md", "SKILL.md", "SKILL.md", "skill.md", "Skill.md", "MY-SKILL.md"];
const skillPath = fc
  .tuple(fc.constantFrom(...roots), fc.constantFrom(...folders), fc.constantFrom(...names))
  .map((parts) => `${parts[0]}${parts[1]}/${parts[2]}`);
const stateFiles = fc.constantFrom(
  {},
  { [`${lab.home}/.keen/skills/config.json`]: '{"is_enabled":{"a":false,"b":true}}' },
  { [`${lab.home}/.keen/skills/config.json`]: "{" },
  { [`${lab.cwd}/.gen/skills.json`]: '{"skills":{"a":"active","b":"disable","p:a":"paused"}}' },
  { [`${lab.cwd}/kodelet-config.yaml`]: "skills:\n  enabled: true\n  allowed: [b]\n" },
  { [`${lab.cwd}/kodelet-config.yaml`]: "skills:\n  allowed: [b]\n" },
  { [`${lab.cwd}/kodelet-config.yaml`]: "skills: yes\n" },
  { [`${lab.home}/.claude/plugins/installed_plugins.json`]: '{"plugins":{}}' },
  { [`${lab.cwd}/.gen/plugins/installed_plugins.json`]: '{"plugins":{"x@m":[{"installPath":".gen/plugins/p"}]}}' },
  { [`${lab.home}/.kodelet/skills`]: "a file" },
  { [`${lab.home}/.codex/config.toml`]: '[[skills.config]]\nname = "a"\nenabled = false\n' },
  { [`${lab.cwd}/.claude-plugin/plugin.json`]: '{"name":"kit"}' },
  { [`${lab.cwd}/.claude/settings.json`]: '{"skillOverrides":{"a":"off","b":"user-invocable-only"}}' },
);
const someLinks = fc.constantFrom(
  {},
  { [`${lab.cwd}/.agents/skills/ln`]: "/mnt/repo/skills/a", [`${lab.cwd}/.kodelet/skills/ln`]: "/mnt/repo/skills/a" },
  { [`${lab.cwd}/.gen/skills/f/SKILL.md`]: "/mnt/repo/skills/a/SKILL.md", [`${lab.cwd}/f/SKILL.md`]: "/nowhere" },
  { [`${lab.home}/.gen/skills`]: "/mnt/repo/skills", [`${lab.home}/.agents`]: "/mnt" },
);
const trees = fc
  .record({
    skills: fc.dictionary(skillPath, skillText, { maxKeys: 9 }),
    states: stateFiles,
    links: someLinks,
    noSkills: fc.boolean(),
  })
  .map(({ skills, states, links, noSkills }) => {
    const under = Object.keys({ ...links, ...states });
    const isFree = (path: string) => !under.some((each) => path === each || path.startsWith(`${each}/`));
    const texts = { ...Object.fromEntries(Object.entries(skills).filter(([path]) => isFree(path))), ...states };
    return { texts, links, noSkills };
  });

test("of a file it is told how many lines it has, where the last one ends or not", () => {
  const profile = profileById("codex");
  const path = "/workspace/.agents/skills/a/SKILL.md";
  const told = (text: string) => {
    const { tests } = explain(profile, loadSession(profile, textFiles({ [path]: text }), lab), path);
    return tests.find(({ rule }) => rule === "readable")?.tested;
  };
  const text = "---\nname: a\ndescription: Of a.\n---\nBody";
  expect([told(text), told(`${text}\n`), told("")]).toEqual([
    "It is a file of 5 lines.",
    "It is a file of 5 lines.",
    "It is a file of 1 line.",
  ]);
});
