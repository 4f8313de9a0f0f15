import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { profiles } from "#lib/harness/profiles.ts";
import { columnCache } from "../cache/column-cache.ts";
import type { KeptFiles } from "../cache/kept-files.ts";
import { treeCache } from "../cache/tree-cache.ts";
import { checkFiles } from "../check/check-folder.ts";
import { KeptLooks } from "../check/kept-looks.ts";
import { createLexical } from "../check/lexical.ts";
import { noConfig } from "../config.ts";
import { commitOf } from "../git/git-program.ts";
import { readFolder } from "../read-folder.ts";
import { reportOnFolder } from "./open-source.ts";
import { columnsSince } from "./recalled-columns.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "skillground-recalled-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const skill = (name: string, description: string, body = "Do it.") =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`;

test.each([
  ["instructions", skill("a", "Fills in forms.", "Do it well."), profiles.length - 1],
  ["a description", skill("a", "Empties forms."), 0],
  ["a name", skill("b", "Fills in forms."), 0],
])(
  "a report on changed files takes from a check of the commit what other %s leave as it was",
  async (_, text, known) => {
    write("skills/a/SKILL.md", skill("a", "Fills in forms."));
    write("skills/b/SKILL.md", skill("b", "Fills in tax forms."));
    write(".claude/commands/ship.md", "---\ndescription: Ships.\n---\nShip it.\n");
    const person = ["-c", "user.name=a", "-c", "user.email=a@a.example", "-c", "commit.gpgsign=false"];
    for (const args of [
      ["init", "-q"],
      ["add", "-A"],
      ["commit", "-q", "-m", "all"],
    ])
      execFileSync("git", [...person, ...args], { cwd: folder });
    const texts = new Map<string, string>();
    const kept: KeptFiles = { read: (name) => texts.get(name), keep: (name, each) => void texts.set(name, each) };
    const cache = columnCache(treeCache(kept, "key"));
    const lexical = createLexical(noConfig.overlapAbove);
    const looks = new KeptLooks(cache, lexical, noConfig.harnesses);
    const read = readFolder(folder);
    const look = looks.begin(looks.recall(read.snapshot), undefined);
    await checkFiles(folder, read, noConfig, { lexical, kept: look.kept });
    look.end();

    write("skills/a/SKILL.md", text);
    const changed = ["skills/a/SKILL.md"];
    const since = { folder, snapshot: readFolder(folder).snapshot, changed, commit: await commitOf(folder, "HEAD") };
    expect((await columnsSince(since, noConfig, cache)).size).toBe(known);
    const options = { way: "as-installed", config: noConfig, changed } as const;
    const name = basename(folder);
    const { report } = await reportOnFolder(folder, name, options);
    const recall = (snapshot: typeof since.snapshot) => columnsSince({ ...since, snapshot }, noConfig, cache);
    expect((await reportOnFolder(folder, name, { ...options, recall })).report).toEqual(report);
  },
);
