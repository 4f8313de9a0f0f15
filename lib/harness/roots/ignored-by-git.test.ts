import { expect, test } from "vitest";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { isIgnoredByGit } from "./ignored-by-git.ts";

const repository = { "/w/app/.git/HEAD": "ref: refs/heads/main\n" };
const place = { cwd: "/w/app" };
const isIgnored = (ignored: Readonly<Record<string, string>>, folder = "/w/app/pkg/web") =>
  isIgnoredByGit(textFiles({ ...repository, ...ignored, "/w/app/pkg/web/a.ts": "" }), place, folder);

test("a .gitignore of the repository names the folder, or one that it is in", () => {
  expect(isIgnored({ "/w/app/.gitignore": "web\n" })).toBe(true);
  expect(isIgnored({ "/w/app/.gitignore": "/pkg/\n" })).toBe(true);
  expect(isIgnored({ "/w/app/.gitignore": "*.ts\npkg/web/*\n" })).toBe(false);
});

test("the nearest .gitignore with a line about it decides, and nothing in an ignored folder is brought back", () => {
  expect(isIgnored({ "/w/app/.gitignore": "web\n", "/w/app/pkg/.gitignore": "!web\n" })).toBe(false);
  expect(isIgnored({ "/w/app/.gitignore": "pkg\n", "/w/app/pkg/.gitignore": "!web\n" })).toBe(true);
});

test("without a repository around the working folder nothing is ignored, and a .gitignore above one says nothing", () => {
  const bare = textFiles({ "/w/app/.gitignore": "pkg\n", "/w/app/pkg/a.ts": "" });
  expect(isIgnoredByGit(bare, place, "/w/app/pkg")).toBe(false);
  expect(isIgnored({ "/w/.gitignore": "pkg\n" })).toBe(false);
});
