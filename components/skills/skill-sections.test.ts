import { expect, test } from "vitest";
import { finish } from "#lib/async/steps.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { deriveView, type HarnessView } from "#lib/stage/derive-view.ts";
import { isBundled } from "#lib/stage/place.ts";
import { findSkillFiles } from "#lib/vfs/files.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { skillSections } from "./skill-sections.ts";

const keen = profileById("keen");
const text = (name: string, description = `About ${name}.`) => `---\nname: ${name}\ndescription: ${description}\n---\n`;
const root = "/workspace/.agents/skills";

const texts = {
  [`${root}/zip/SKILL.md`]: text("zip"),
  [`${root}/alpha/SKILL.md`]: text("alpha"),
  [`${root}/broken/SKILL.md`]: "nothing",
  "/workspace/other/far/SKILL.md": text("far"),
  "/workspace/.keen/skills/zip/SKILL.md": text("zip", "Hidden by the other."),
  "/home/user/.keen/skills/bundled/helper/SKILL.md": text("helper"),
};

function viewOf(files: Readonly<Record<string, string>>, running?: HarnessView): HarnessView {
  const tree = textFiles(files);
  const input = { profile: keen, files: tree, skillFiles: findSkillFiles(tree, "/"), mountNotices: [] };
  return finish(deriveView(running ? { ...input, running } : input));
}

function sections(view: HarnessView, filter = "", folders = new Map()) {
  return skillSections({ view, filter, folders, isBundled: (location) => isBundled(keen, location) });
}

test("every skill is listed once, with what it is for and what became of it in a word; the harness's own apart", () => {
  const { loaded, lost, bundled } = sections(viewOf(texts));
  expect(loaded.map(({ name, word, text: about }) => [name, word, about])).toEqual([
    ["alpha", "loaded", "About alpha."],
    ["zip", "loaded", "About zip."],
  ]);
  expect(lost.map(({ name, word, text: about }) => [name, word, about])).toEqual([
    ["broken", "rejected", "No frontmatter in line 1"],
    ["zip", "shadowed", `${root}/zip comes first`],
    ["far", "not found", "About far."],
  ]);
  expect(bundled.map(({ name }) => name)).toEqual(["helper"]);
});

test("the filter finds what is loaded, lost and bundled", () => {
  expect(sections(viewOf(texts), "HELP").bundled.map(({ name }) => name)).toEqual(["helper"]);
  const { loaded, lost } = sections(viewOf(texts), "zip");
  expect([loaded.length, lost.length]).toEqual([1, 1]);
});

test("a new skill is listed at once as pending, and so is one that has changed or goes", () => {
  const running = viewOf(texts);
  const { [`${root}/alpha/SKILL.md`]: _, ...rest } = texts;
  const view = viewOf(
    { ...rest, [`${root}/zip/SKILL.md`]: text("zip", "New."), [`${root}/new/SKILL.md`]: text("new") },
    running,
  );
  const { loaded, lost } = sections(view);
  expect(loaded.map(({ name, word, pending }) => [name, word, pending])).toEqual([
    ["alpha", "pending", "gone"],
    ["zip", "pending", "changed"],
  ]);
  expect(lost[0]).toMatchObject({ name: "new", word: "pending", pending: "new" });
});

test("by folder, each beginning with its name and how many are in it", () => {
  const folders = new Map([
    [`${root}/zip/SKILL.md`, { name: "first", rank: 0 }],
    [`${root}/alpha/SKILL.md`, { name: "second", rank: 1 }],
  ]);
  expect(sections(viewOf(texts), "", folders).loaded.map(({ name, heading }) => [name, heading])).toEqual([
    ["zip", "first · 1"],
    ["alpha", "second · 1"],
  ]);
});

test("the start of a name that only repeats its folder's is marked, so that a narrow list shows the rest", () => {
  const files = {
    [`${root}/zip/SKILL.md`]: text("tools:zip"),
    [`${root}/far/SKILL.md`]: text("toolshed"),
    [`${root}/only/SKILL.md`]: text("'tools:'"),
  };
  const view = viewOf(files);
  const folder = { name: "acme/skills: tools", plugin: "tools", rank: 0 };
  const folders = new Map(Object.keys(files).map((location) => [location, folder]));
  const { loaded, lost } = sections(view, "", folders);
  const saidOf = new Map([...loaded, ...lost].map(({ name, said }) => [name, said]));
  expect(saidOf).toEqual(
    new Map([
      ["tools:zip", "tools:"],
      ["toolshed", undefined],
      ["tools:", undefined],
    ]),
  );
  expect(loaded.map(({ heading }) => heading).filter((heading) => heading !== undefined)).toEqual([
    `acme/skills: tools · ${loaded.length}`,
  ]);
});

test("one plugin alone has no heading where its name stands in no row", () => {
  const folders = new Map([[`${root}/zip/SKILL.md`, { name: "first", plugin: "first", rank: 0 }]]);
  expect(sections(viewOf(texts), "", folders).loaded.map(({ heading }) => heading)).toEqual([undefined, undefined]);
});
