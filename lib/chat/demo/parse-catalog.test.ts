import { expect, test } from "vitest";
import { parseCatalog } from "./parse-catalog.ts";

test("Keen's bullets, with and without the word read", () => {
  const text = [
    "## Available Skills",
    "",
    "Resolve relative paths → against the directory containing SKILL.md:",
    "- a: First: with a colon. → /w/a/SKILL.md",
    "- b: Second. → read /w/b/SKILL.md",
    "IMPORTANT: Skills are not tools.",
  ].join("\n");
  expect(parseCatalog(text)).toEqual([
    { name: "a", description: "First: with a colon.", location: "/w/a/SKILL.md" },
    { name: "b", description: "Second.", location: "/w/b/SKILL.md" },
  ]);
});

test("a description that runs over lines", () => {
  expect(parseCatalog("- a: One\ntwo\n  three → /w/a/SKILL.md")).toEqual([
    { name: "a", description: "One\ntwo\n  three", location: "/w/a/SKILL.md" },
  ]);
});

test("an arrow inside a description", () => {
  expect(parseCatalog("- a: Turns x → y for you → /w/a/SKILL.md")).toEqual([
    { name: "a", description: "Turns x → y for you", location: "/w/a/SKILL.md" },
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

test("no catalog is no offers", () => {
  expect(parseCatalog("You are a coding agent.\n- be brief\n- use tools → sparingly")).toEqual([]);
});
