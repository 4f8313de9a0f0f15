import { expect, test } from "vitest";
import { finish } from "#lib/async/steps.ts";
import { profileById, profiles } from "#lib/harness/profiles.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { offersIn, offersOfRows } from "./parse-catalog.ts";
import { templateWords } from "./read-template.ts";

const parseCatalog = (text: string) => finish(offersIn([text]));

test("Keen's bullets, with the word read or without", () => {
  const text = [
    "## Available Skills",
    "",
    "Resolve relative paths → against the directory containing SKILL.md:",
    "- a: First: with a colon. → /w/a/SKILL.md",
    "- b: Second. → /w/b/SKILL.md",
    "IMPORTANT: Skills are not tools.",
  ].join("\n");
  expect(parseCatalog(text)).toEqual([
    { name: "a", description: "First: with a colon.", location: "/w/a/SKILL.md" },
    { name: "b", description: "Second.", location: "/w/b/SKILL.md" },
  ]);
  expect(parseCatalog(text.replaceAll("→ /", "→ read /"))).toEqual(parseCatalog(text));
});

test("rows that are known are read one by one, whatever a description pretends", () => {
  const rules = profileById("keen")?.catalog;
  const told = ["- a: Either\n- z: Z. → /w/z/SKILL.md → /w/a/SKILL.md", "- b: B. → /w/b/SKILL.md"];
  const text = `Skills:\n${told.join("\n")}`;
  const rows = told.map((row) => {
    const start = text.indexOf(row);
    return { skill: "", location: "", start, end: start + row.length };
  });
  expect(rules && offersOfRows({ text, rows }, rules)).toEqual([
    { name: "a", description: "Either\n- z: Z. → /w/z/SKILL.md", location: "/w/a/SKILL.md" },
    { name: "b", description: "B.", location: "/w/b/SKILL.md" },
  ]);
});

test("a description with a list in it", () => {
  expect(parseCatalog("- a: Either\n- one: this\n- two → /w/a/SKILL.md\n- b: B. → /w/b/SKILL.md")).toEqual([
    { name: "a", description: "Either\n- one: this\n- two", location: "/w/a/SKILL.md" },
    { name: "b", description: "B.", location: "/w/b/SKILL.md" },
  ]);
});

test("Claude Code's rows, some without a description", () => {
  const text =
    "The following skills are available for use with the Skill tool:\n\n- a: One: two\nthree\n- pdf-forms\n- c: C";
  expect(parseCatalog(`\n${text}\n`)).toEqual([
    { name: "a", description: "One: two\nthree" },
    { name: "pdf-forms", description: "" },
    { name: "c", description: "C" },
  ]);
});

test("Codex's rows, some without a description", () => {
  const text =
    "### Available skills\n- a: One (two) (file: /w/a/SKILL.md)\n- b: (file: /w/b/SKILL.md)\n### How\n- c: no skill";
  expect(parseCatalog(`<skills_instructions>\n${text}\n</skills_instructions>`)).toEqual([
    { name: "a", description: "One (two)", location: "/w/a/SKILL.md" },
    { name: "b", description: "", location: "/w/b/SKILL.md" },
  ]);
});

test("paths that begin with a short name for a root", () => {
  const text =
    "### Skill roots\n- `r0` = `/w/.agents/skills`\n### Available skills\n- a: One (file: r0/a/SKILL.md)\n- b: Two (file: /x/b/SKILL.md)";
  expect(parseCatalog(`<skills_instructions>\n${text}\n</skills_instructions>`)).toEqual([
    { name: "a", description: "One", location: "/w/.agents/skills/a/SKILL.md" },
    { name: "b", description: "Two", location: "/x/b/SKILL.md" },
  ]);
});

test("a description that runs over lines", () => {
  expect(parseCatalog("- a: One\ntwo\n  three → /w/a/SKILL.md")).toEqual([
    { name: "a", description: "One\ntwo\n  three", location: "/w/a/SKILL.md" },
  ]);
});

test("an arrow inside a description", () => {
  expect(parseCatalog("- a: Turns x → y/z for you → /w/a/SKILL.md")).toEqual([
    { name: "a", description: "Turns x → y/z for you", location: "/w/a/SKILL.md" },
  ]);
});

test("the standard's elements, unescaped once", () => {
  const text = `<available_skills>
<skill>
<name>
a&amp;b
</name>
<description>
Uses &lt;tags&gt;, &quot;quotes&quot; and &amp;lt;
</description>
<location>
/w/a/SKILL.md
</location>
</skill>
<skill>
<name>no location</name>
</skill>
</available_skills>`;
  expect(parseCatalog(text)).toEqual([
    { name: "a&b", description: 'Uses <tags>, "quotes" and &lt;', location: "/w/a/SKILL.md" },
  ]);
});

test("GenCode's rows, without what they say of files", () => {
  const text = [
    "Use the Skill tool to invoke these capabilities:",
    "",
    "- git:commit: Writes commits: well. <scope> [2 scripts, 1 refs]",
    "- notes: Two lines,",
    "as written.",
    "",
    'Invoke with: Skill(skill="name", args="optional args")',
  ].join("\n");
  expect(parseCatalog(`\n${text}\n`)).toEqual([
    { name: "git:commit", description: "Writes commits: well. <scope>" },
    { name: "notes", description: "Two lines,\nas written." },
  ]);
});

test("Kodelet's headings", () => {
  const text = [
    "## Available Skills",
    "",
    "### pdf forms",
    "- **Description**: Fills forms.",
    "- **Directory**: `.kodelet/skills/pdf`",
    "",
    "### broken",
    "- **Description**: No folder.",
  ].join("\n");
  expect(parseCatalog(text)).toEqual([
    { name: "pdf forms", description: "Fills forms.", directory: ".kodelet/skills/pdf" },
  ]);
});

test("ak-coder's blocks, with the instructions in them", () => {
  const text = [
    "Available Skills:",
    "- Skill Name: one",
    "  Description: First",
    "  Instructions:",
    "# One",
    "",
    "- a list: of its own",
    "",
    "",
    "- Skill Name: two",
    "  Description: ",
    "  Instructions:",
    "Two.",
  ].join("\n");
  expect(parseCatalog(text)).toEqual([
    { name: "one", description: "First", body: "# One\n\n- a list: of its own" },
    { name: "two", description: "", body: "Two." },
  ]);
});

test.each(profiles)(
  "every row of $label has the words that a catalog is known by, with values or without",
  ({ catalog }) => {
    const words = templateWords(catalog.row);
    for (const value of ["", "x"]) {
      const names = Array.from(catalog.row.matchAll(/[a-z]+/gi), ([name]) => [name, value]);
      const row = fillTemplate(catalog.row, Object.fromEntries(names));
      for (const each of words) expect(row).toContain(each);
    }
  },
);

test("no catalog is no offers", () => {
  expect(parseCatalog("You are a coding agent.\n- be brief\n- use tools → sparingly")).toEqual([]);
});
