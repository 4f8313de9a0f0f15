import { mountLimits } from "#lib/vfs/limits.ts";
import type { RawContent, RawEntry, RawTree } from "#test/servers/raw-objects.ts";

const file = "100644";
const folder = "40000";
const link = "120000";
const submodule = "160000";
const absent = { id: "1".repeat(40) };

/** The outcome of a tree: refused with this failure, or mounted safely with these kinds of warnings. */
export type TreeOutcome = { readonly refused: string } | { readonly warnings: readonly string[] };

export interface HostileTree {
  readonly what: string;
  readonly tree: RawTree;
  readonly outcome: TreeOutcome;
}

const refused = (code: string, what: string, tree: RawTree): HostileTree => ({
  what,
  tree,
  outcome: { refused: code },
});
const inert = (what: string, tree: RawTree, ...warnings: string[]): HostileTree => ({
  what,
  tree,
  outcome: { warnings },
});

const folders = (depth: number, inside: RawContent, name = "d"): RawContent =>
  depth === 0 ? inside : [[folder, name, folders(depth - 1, inside, name)]];
const treeOf = (content: RawContent): RawTree => content as RawTree;
const times = (count: number, entry: (index: number) => RawEntry): RawTree =>
  Array.from({ length: count }, (_, i) => entry(i));

/** Every level contains the one below ten times: ten objects name 10^10 paths. */
function bomb(levels: number, inside: RawContent): RawTree {
  let content = inside;
  for (let level = 0; level < levels; level++) {
    const below = content;
    content = times(10, (i) => [Array.isArray(below) ? folder : file, `e${i}`, below]);
  }
  return treeOf(content);
}

/** Five copies exceed the limit of a mount. */
const large = new Uint8Array(21 * 1024 * 1024);

const links: readonly HostileTree[] = [
  inert("a link to a system's file", [[link, "a", "/etc/passwd"]]),
  inert("a link to another mount", [[link, "a", "/home/user/.agents/skills/other/SKILL.md"]]),
  inert("a link to a mount's folder", [[link, "a", "/home/user/.agents/skills/other"]]),
  inert("a link to everything", [[link, "a", "/"]]),
  inert("a link above the mount", [[link, "a", "../home/user/.agents/skills/other/SKILL.md"]]),
  inert("a link far above the mount", [[link, "a", `${"../".repeat(50)}home/user/.agents/skills/other`]]),
  inert("a link out and in again", [
    [link, "a", "../workspace/b"],
    [file, "b", "text"],
  ]),
  inert("a link that counts up through a link", [
    [folder, "d", [[link, "up", ".."]]],
    [link, "e", "d/up/../home/user/.agents/skills/other/SKILL.md"],
  ]),
  inert("a SKILL.md that is git's configuration", [[link, "SKILL.md", ".git/config"]]),
  inert("a folder that is git's", [[link, "git", ".git"]]),
  inert("a link to itself", [[link, "a", "a"]]),
  inert("links in a circle", [
    [link, "a", "b"],
    [link, "b", "c"],
    [link, "c", "a"],
  ]),
  inert("a folder's link to the folder", [
    [
      folder,
      "d",
      [
        [link, "again", "."],
        [link, "more", "../d"],
      ],
    ],
  ]),
  inert("a chain longer than any system follows", [
    ...times(45, (i): RawEntry => [link, `l${String(i).padStart(2, "0")}`, `l${String(i + 1).padStart(2, "0")}`]),
    [file, "l45", "text"],
  ]),
  inert("a link to nothing", [[link, "a", ""]]),
  inert("a link with a NUL", [
    [link, "a", "b\0c"],
    [file, "b", "text"],
  ]),
  inert("a link of 5,000 characters", [[link, "a", "x/".repeat(2500)]]),
  inert("a link that is no UTF-8", [[link, "a", Uint8Array.of(0xff, 0x2f, 0xfe)]]),
  inert("a link with a mode of its own", [["120777", "a", "/etc/passwd"]]),
  refused("name-refused", "a link and a folder of one name", [
    [link, "a", "/home/user"],
    [folder, "a", [[file, "b", "x"]]],
  ]),
];

const twice: readonly HostileTree[] = [
  refused("name-refused", "one file twice", [
    [file, "a", "1"],
    ["100755", "a", "2"],
  ]),
  refused("name-refused", "one name for a file and a folder", [
    [file, "a", "1"],
    [folder, "a", [[file, "b", "2"]]],
  ]),
  refused("name-refused", "one name for a folder and a file", [
    [folder, "a", [[file, "b", "2"]]],
    [file, "a", "1"],
  ]),
  refused("name-refused", "one folder twice", [
    [folder, "a", [[file, "b", "1"]]],
    [folder, "a", [[file, "c", "2"]]],
  ]),
  refused("name-refused", "one name for a file and a submodule", [
    [file, "a", "1"],
    [submodule, "a", absent],
  ]),
  refused("name-refused", "one submodule twice", [
    [submodule, "a", absent],
    [submodule, "a", absent],
  ]),
  inert(
    "twins by case",
    [
      [file, "README.md", "1"],
      [file, "readme.md", "2"],
    ],
    "twins",
  ),
  inert(
    "twins by Unicode form",
    [
      [file, "cafe\u0301", "1"],
      [file, "caf\u00e9", "2"],
    ],
    "twins",
  ),
  inert(
    "twins in folders",
    [
      [folder, "A", [[file, "x", "1"]]],
      [folder, "a", [[file, "X", "2"]]],
    ],
    "twins",
  ),
  inert("names out of order", [
    [file, "z", "1"],
    [file, "a", "2"],
    [file, "m", "3"],
  ]),
];

const modes: readonly HostileTree[] = [
  ...["10644", "20644", "60644", "140644", "0", "7777777"].map((mode) =>
    refused("pack-damaged", `the mode ${mode}`, [[mode, "a", "text"]]),
  ),
  ...["100664", "100600", "100000", "100755", "100777", "104755", "0100644"].map((mode) =>
    inert(`the mode ${mode}`, [[mode, "a", "text"]]),
  ),
  inert("a folder's mode with rights", [["040755", "a", [[file, "b", "text"]]]]),
  refused("pack-damaged", "a mode of letters", [["rw-r--", "a", "text"]]),
];

const sizes: readonly HostileTree[] = [
  refused("too-many-files", "10^10 files", bomb(10, "x")),
  refused("too-many-files", "10^10 empty folders", bomb(10, [])),
  refused(
    "too-many-files",
    "one file more than may be",
    times(mountLimits.files + 1, (i) => [file, `f${i}`, "x"]),
  ),
  refused(
    "too-many-files",
    "one submodule more than may be",
    times(mountLimits.files + 1, (i) => [submodule, `f${i}`, absent]),
  ),
  refused("too-deep", "a folder too deep", treeOf(folders(mountLimits.depth + 1, [[file, "a", "x"]]))),
  refused("too-deep", "800 folders", treeOf(folders(800, [[file, "a", "x"]]))),
  refused(
    "name-refused",
    "a path of more than 1,024 characters",
    treeOf(folders(5, [[file, "a", "x"]], "n".repeat(250))),
  ),
  refused("too-large", "a file one byte too large", [[file, "a", new Uint8Array(mountLimits.fileBytes + 1)]]),
  refused(
    "too-large",
    "little that unfolds to more than all may hold",
    times(5, (i) => [file, `f${i}`, large]),
  ),
  refused("too-large", "a link as large as a file may not be", [
    [link, "a", new Uint8Array(mountLimits.fileBytes + 1)],
  ]),
];

const places: readonly HostileTree[] = [
  refused("pack-damaged", "a file that is a folder", [[file, "a", [[file, "b", "x"]]]]),
  refused("pack-damaged", "a folder that is a file", [[folder, "a", "text"]]),
  refused("pack-damaged", "a link that is a folder", [[link, "a", [[file, "b", "x"]]]]),
  refused("pack-damaged", "a file that is nowhere", [[file, "a", absent]]),
  refused("pack-damaged", "a folder that is nowhere", [[folder, "a", absent]]),
  refused("pack-damaged", "a file without a name", [[file, "", "x"]]),
  refused("name-refused", "a submodule above", [[submodule, "..", absent]]),
  refused("name-refused", "a submodule in git's folder", [[submodule, ".git", absent]]),
  refused("name-refused", "a submodule with a newline", [[submodule, "a\n[core]", absent]]),
  inert(
    "a submodule that runs a program",
    [
      [file, ".gitmodules", '[submodule "a"]\npath = a\nurl = ext::sh -c touch% /tmp/evil\n'],
      [submodule, "a", absent],
    ],
    "submodule",
  ),
  inert(
    "a pointer to a large file",
    [[file, "a", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n"]],
    "large-file-pointer",
  ),
];

/** Trees that nobody creates by accident. */
export const hostileTrees: readonly HostileTree[] = [...links, ...twice, ...modes, ...sizes, ...places];
