import { expect, test } from "vitest";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { filesBeside, folderTree } from "./folder-files.ts";

test("files come before folders, each as a dictionary has them, and folders of packages are not entered", () => {
  const files = textFiles({
    "/s/SKILL.md": "",
    "/s/a.txt": "",
    "/s/scripts/run.sh": "",
    "/s/node_modules/x/y.js": "",
  });
  expect(folderTree(files, "/s")).toBe(
    [
      "Showing up to 200 items (files + folders). Folders or files indicated with ... contain more items not shown, were ignored, or the display limit (200 items) was reached.",
      "",
      "/s/",
      "├───a.txt",
      "├───SKILL.md",
      "├───node_modules/...",
      "└───scripts/",
      "    └───run.sh",
    ].join("\n"),
  );
});

test("two hundred are shown, those of the first folders before those of deeper ones", () => {
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`/s/a/${index}`, ""]));
  const more = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`/s/b/${index}`, ""]));
  const lines = folderTree(textFiles({ ...many, ...more }), "/s")
    .split("\n")
    .slice(3);
  expect(lines.filter((line) => /\d$/.test(line))).toHaveLength(198);
  expect(lines.at(-1)).toBe("    └───...");
});

test("the last of the files that are shown has a corner, although the sign for more follows", () => {
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`/s/${index}`, ""]));
  const lines = folderTree(textFiles(many), "/s").split("\n");
  expect(lines.slice(-3).map((line) => line.replace(/\d+/, "N"))).toEqual(["├───N", "└───N", "└───..."]);
});

test("folders with more than fifty entries are summed up, and a hundred files are listed of those ten folders deep", () => {
  const many = (count: number, folder: string) => Array.from({ length: count }, (_, index) => `${folder}f${index}.md`);
  const grouped = (...paths: readonly string[]) => {
    const texts = paths.map((path) => [`/s/${path}`, "x"] as const);
    const { large, listed, cut, grouped: any } = filesBeside(textFiles(Object.fromEntries(texts)), "/s");
    return { large, listed: listed?.length, cut, any };
  };
  expect(grouped("SKILL.md")).toEqual({ large: [], listed: 0, cut: "", any: "" });
  expect(grouped(...many(51, "a/b/"), "a/x.md")).toEqual({
    large: [{ relative: "a/b", count: "51" }],
    listed: 1,
    cut: "",
    any: "yes",
  });
  expect(grouped(...many(1_200, "a/"))).toMatchObject({ large: [{ relative: "a", count: "1,200" }] });
  expect(grouped(...many(50, "a/"), ...many(50, "b/"))).toMatchObject({ large: [], listed: 100, cut: "" });
  expect(grouped(...many(50, "a/"), ...many(50, "b/"), "c.md")).toMatchObject({ listed: 100, cut: "yes" });
  // The skill's own folder is always listed.
  expect(grouped(...many(70, ""))).toMatchObject({ large: [], listed: 70 });
  expect(grouped("dist/a.md", "a/.venv/b.md", "a/Skill.md", "lib/c.md", "b/build")).toMatchObject({ listed: 2 });
  expect(grouped(`${"d/".repeat(10)}f.md`, `${"d/".repeat(11)}f.md`)).toMatchObject({ listed: 1 });
});

test("what git or an .ignore file passes over is not found by a search, and packages are", () => {
  const searched = (texts: Readonly<Record<string, string>>) => {
    const files = textFiles({
      "/w/s/SKILL.md": "",
      "/w/s/a.log": "",
      "/w/s/b/c.txt": "",
      "/w/s/node_modules/x.js": "",
      ...texts,
    });
    const { searched: found = [] } = filesBeside(files, "/w/s");
    return typeof found === "string" ? found : found.map(({ relative }) => relative);
  };
  const git = { "/w/.git/HEAD": "" };
  expect(searched({})).toEqual(["a.log", "b/c.txt", "node_modules/x.js"]);
  expect(searched({ "/w/.gitignore": "*.log\nb/\n" })).toEqual(["a.log", "b/c.txt", "node_modules/x.js"]);
  expect(searched({ ...git, "/w/.gitignore": "*.log\nb/\n" })).toEqual(["node_modules/x.js"]);
  expect(searched({ "/.ignore": "*.log\nb/\n" })).toEqual(["node_modules/x.js"]);
  expect(searched({ ...git, "/w/.gitignore": "*.log\n", "/w/.ignore": "!*.log\n" })).toContain("a.log");
  // The folders above are not asked for.
  expect(searched({ ...git, "/w/.gitignore": "s/\n" })).toContain("b/c.txt");
});
