import { expect, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { renderCatalog } from "./catalog.ts";
import { newsOf, untold } from "./reminder.ts";

const place = { cwd: "/workspace", home: "/home/user" };
const skill = (name: string) => `---\nname: ${name}\ndescription: is ${name}\n---\nBody.\n`;
const files = textFiles({
  "/workspace/.claude/skills/one/SKILL.md": skill("one"),
  "/workspace/pkg/.claude/skills/two/SKILL.md": skill("two"),
  "/workspace/pkg/a.ts": "",
});

function told(id: string, touched: readonly string[] = []) {
  const profile = profileById(id);
  return { profile, catalog: renderCatalog(profile, loadSession(profile, files, { ...place, touched })) };
}

const { profile, catalog: before } = told("claude-code");
const { catalog: after } = told("claude-code", ["/workspace/pkg/a.ts"]);

test("only rows that were not there are news", () => {
  expect(newsOf(profile, before, before)).toBe("");
  expect(newsOf(profile, before, after)).toContain("- two: is two");
  expect(newsOf(profile, before, after)).not.toContain("- one");
});

test("a conversation is told what it has not been told, row by row where the harness does so", () => {
  expect(untold(profile, before, undefined)).toEqual({ text: before.text, rows: 1 });
  expect(untold(profile, before, before.text)).toEqual({ text: "", rows: 0 });
  const news = untold(profile, after, before.text);
  expect(news).toEqual({ text: newsOf(profile, before, after), rows: 1 });
  expect(untold(profile, after, `${before.text}\n${news.text}`).text).toBe("");
});

test("of another harness all is told again once it has changed", () => {
  const gencode = told("gencode");
  expect(untold(gencode.profile, gencode.catalog, "something else").text).toBe(gencode.catalog.text);
  expect(untold(gencode.profile, gencode.catalog, gencode.catalog.text).text).toBe("");
});
