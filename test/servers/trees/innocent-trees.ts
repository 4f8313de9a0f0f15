import { mountLimits } from "#lib/vfs/limits.ts";
import type { RawContent, RawEntry, RawTree } from "#test/servers/raw-objects.ts";

/** A tree that looks suspicious but is harmless: mounted whole and without a warning. */
export interface InnocentTree {
  readonly what: string;
  readonly tree: RawTree;
  /** File contents at some of its paths, with links followed. */
  readonly reads?: Readonly<Record<string, string>>;
}

const file = "100644";
const folder = "40000";
const link = "120000";

const folders = (depth: number, inside: RawContent, name: string): RawContent =>
  depth === 0 ? inside : [[folder, name, folders(depth - 1, inside, name)]];

const numbered = (count: number): RawTree => Array.from({ length: count }, (_, i): RawEntry => [file, `f${i}`, "x"]);

export const innocentTrees: readonly InnocentTree[] = [
  {
    what: "a link to a file beside it",
    tree: [
      [file, "AGENTS.md", "text"],
      [link, "CLAUDE.md", "AGENTS.md"],
    ],
    reads: { "CLAUDE.md": "text" },
  },
  {
    what: "a link to a folder, and one through it",
    tree: [
      [folder, ".agents", [[folder, "skills", [[folder, "a", [[file, "SKILL.md", "text"]]]]]]],
      [folder, ".claude", [[link, "skills", "../.agents/skills"]]],
    ],
    reads: { ".claude/skills/a/SKILL.md": "text" },
  },
  {
    what: "a link up to the root and down again",
    tree: [
      [file, "a", "text"],
      [folder, "d", [[link, "b", "../d/../a"]]],
    ],
    reads: { "d/b": "text" },
  },
  {
    what: "an absolute link into the mount, where it stands",
    tree: [
      [file, "a", "text"],
      [link, "b", "/workspace/a"],
    ],
    reads: { b: "text" },
  },
  {
    what: "a chain of forty links",
    tree: [...Array.from({ length: 40 }, (_, i): RawEntry => [link, `l${i}`, `l${i + 1}`]), [file, "l40", "text"]],
    reads: { l0: "text" },
  },
  { what: "a link that leads nowhere yet", tree: [[link, "a", "build/out.md"]] },
  { what: "an empty file", tree: [[file, "a", ""]], reads: { a: "" } },
  { what: "the same file many times", tree: numbered(100) },
  {
    what: "an empty folder",
    tree: [
      [folder, "a", []],
      [file, "b", "x"],
    ],
  },
  { what: "as many files as may be", tree: numbered(mountLimits.files) },
  {
    what: "folders as deep as may be",
    tree: folders(mountLimits.depth, [[file, "a", "text"]], "d") as RawTree,
    reads: { [`${"d/".repeat(mountLimits.depth)}a`]: "text" },
  },
  {
    what: "a path of 1,024 characters",
    tree: folders(4, [[file, "n".repeat(1024 - 4 * 251), "text"]], "n".repeat(250)) as RawTree,
  },
  { what: "a file as large as may be", tree: [[file, "a", new Uint8Array(mountLimits.fileBytes)]] },
  {
    what: "what only mentions a large file's pointer",
    tree: [[file, "a", "See version https://git-lfs.github.com/spec/v1\n"]],
  },
  { what: "text that looks like a tree", tree: [[file, "a", "40000 ..\0aaaaaaaaaaaaaaaaaaaa"]] },
  { what: "text that looks like a pack", tree: [[file, "a", "PACK\0\0\0\x020000ERR no"]] },
  {
    what: "names that differ by more than case",
    tree: [
      [file, "straße", "1"],
      [file, "strasse", "2"],
    ],
  },
  {
    what: "one name in several folders",
    tree: [
      [folder, "a", [[file, "SKILL.md", "1"]]],
      [folder, "b", [[file, "SKILL.md", "2"]]],
      [file, "SKILL.md", "3"],
    ],
    reads: { "a/SKILL.md": "1", "b/SKILL.md": "2", "SKILL.md": "3" },
  },
  {
    what: "a name that begins as another ends",
    tree: [
      [file, "a", "1"],
      [file, "a-b", "2"],
      [file, "a.b", "3"],
      [folder, "ab", [[file, "a", "4"]]],
    ],
    reads: { a: "1", "a-b": "2", "a.b": "3", "ab/a": "4" },
  },
  { what: "a program", tree: [["100755", "run.sh", "#!/bin/sh\n"]], reads: { "run.sh": "#!/bin/sh\n" } },
];
