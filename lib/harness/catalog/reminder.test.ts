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
  const source = loadSession(profile, files, { ...place, touched });
  return { profile, rendered: { source, catalog: renderCatalog(profile, source) } };
}

const { profile, rendered: before } = told("claude-code");
const { rendered: after } = told("claude-code", ["/workspace/pkg/a.ts"]);

test("only rows that were not there are news", () => {
  expect(newsOf(profile, before.catalog, before)).toBe("");
  expect(newsOf(profile, before.catalog, after)).toContain("- two: is two");
  expect(newsOf(profile, before.catalog, after)).not.toContain("- one");
});

test("a conversation is told what it has not been told, row by row where the harness does so", () => {
  expect(untold(profile, before, undefined)).toEqual({ text: before.catalog.text, rows: 1 });
  expect(untold(profile, before, before.catalog.text)).toEqual({ text: "", rows: 0 });
  const news = untold(profile, after, before.catalog.text);
  expect(news).toEqual({ text: newsOf(profile, before.catalog, after), rows: 1 });
  expect(untold(profile, after, `${before.catalog.text}\n${news.text}`).text).toBe("");
});

test("news of Qwen Code have a head of their own", () => {
  const { profile: qwen } = told("qwen-code");
  const looked = (names: readonly string[]) => {
    const texts = names.map((name) => [`/workspace/.qwen/skills/${name}/SKILL.md`, skill(name)]);
    const source = loadSession(qwen, textFiles(Object.fromEntries(texts)), place);
    return { source, catalog: renderCatalog(qwen, source) };
  };
  const { catalog } = looked(["one"]);
  expect(catalog.text).toMatch(/^The following skills are available /);
  expect(untold(qwen, looked(["one", "two"]), catalog.text).text).toMatch(
    /^The following skills\/commands became available after startup .*\n\n<available_skills>\n<skill>\n<name>\ntwo\n/,
  );
});

test("news have all the room of a list to themselves", () => {
  const long = (name: string) => `---\nname: ${name}\ndescription: ${"x".repeat(900)}\n---\n`;
  const many = Array.from({ length: 9 }, (_, index) => index);
  const texts = many.flatMap((index) => [
    [`/workspace/.claude/skills/a${index}/SKILL.md`, long(`a${index}`)],
    [`/workspace/pkg/.claude/skills/b${index}/SKILL.md`, long(`b${index}`)],
  ]);
  const full = textFiles({ ...Object.fromEntries(texts), "/workspace/pkg/a.ts": "" });
  const at = (touched: readonly string[]) => {
    const source = loadSession(profile, full, { ...place, touched });
    return { source, catalog: renderCatalog(profile, source) };
  };
  const news = newsOf(profile, at([]).catalog, at(["/workspace/pkg/a.ts"]));
  expect(news.match(/^- b\d: x{900}/gm)).toHaveLength(8);
  expect(news).toMatch(/\n- b8$/);
});

test("skills below are told by the path by which a file of theirs was read", () => {
  const linked = textFiles(
    {
      "/workspace/pkg/.claude/skills/two/SKILL.md": skill("two"),
      "/workspace/pkg/a.ts": "",
      "/far/.claude/skills/x/SKILL.md": skill("x"),
      "/far/a.ts": "",
    },
    { links: { "/workspace/lnk": "pkg", "/workspace/a.ts": "pkg/a.ts", "/workspace/far": "/far" } },
  );
  const textFor = (path: string) =>
    renderCatalog(profile, loadSession(profile, linked, { ...place, touched: [path] })).text;
  expect(textFor("/workspace/lnk/a.ts")).toContain("from lnk/.claude/skills");
  for (const path of ["/workspace/a.ts", "/workspace/far/a.ts"]) expect(textFor(path)).toBe("");
});

test("of another harness all is told again once it has changed", () => {
  const gencode = told("gencode");
  expect(untold(gencode.profile, gencode.rendered, "something else").text).toBe(gencode.rendered.catalog.text);
  expect(untold(gencode.profile, gencode.rendered, gencode.rendered.catalog.text).text).toBe("");
});
