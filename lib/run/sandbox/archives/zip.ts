import { type Unzipped, unzipSync, type Zippable, zipSync } from "fflate";
import { type CustomCommand, defineCommand } from "just-bash/browser";
import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { RunFileError } from "#lib/run/sandbox/tree-nodes.ts";
import { mountLimits } from "#lib/vfs/limits.ts";
import { type ArchiveFile, filesBelow, nameMatches, placeOf, writeBelow } from "./archive-files.ts";
import { type ZipEntry, zipEntries } from "./zip-entries.ts";

interface Place {
  readonly tree: RunTree;
  readonly cwd: string;
  readonly stdin: Uint8Array;
}

/** Info-ZIP's `zip` and `unzip`, without encryption, parts and comments. */
export function zipCommands(tree: RunTree): readonly CustomCommand[] {
  return Object.entries({ zip, unzip }).map(([name, act]) =>
    defineCommand(name, async (args, { cwd, stdin }) => {
      try {
        const printed = act(args, { tree, cwd, stdin: fromLatin1(stdin as unknown as string) });
        return { stderr: "", exitCode: 0, stdoutKind: "bytes", ...printed };
      } catch (caught) {
        if (!(caught instanceof OptionError || caught instanceof RunFileError)) throw caught;
        return { stdout: "", stderr: `${name}: ${caught.message}\n`, exitCode: 9 };
      }
    }),
  );
}

const zipForms: OptionForms = {
  letters: "rqXyjx@9876543210",
  withValue: "",
  long: { "recurse-paths": "r", quiet: "q", "junk-paths": "j", exclude: "x" },
};

function zip(args: readonly string[], place: Place) {
  const { tree, cwd } = place;
  const [before, excluded] = parted(args, ["-x", "--exclude"]);
  const { words, has } = readOptions(before, zipForms);
  const [file, ...given] = words;
  if (file === undefined) throw new OptionError("no archive is named");
  const names = has("@") ? new TextDecoder().decode(place.stdin).split("\n").filter(Boolean) : given;
  const target = file === "-" || /\.\w+$/.test(file) ? file : `${file}.zip`;
  const path = resolve(cwd, target);
  const isOut = nameMatches(excluded);
  const files = names
    .flatMap((name) => namedFiles(place, name, has("r")))
    .filter((each) => !isOut(each.name) && each.path !== path);
  if (files.length === 0) throw new OptionError("nothing to do");
  const known = target !== "-" && tree.exists(path) ? zippable(tree.read(path)) : {};
  const added = files.map((each): readonly [string, Zippable[string]] => [
    has("j") ? lastOf(each.name) : each.name,
    entryOf(tree, each),
  ]);
  const bytes = zipSync({ ...known, ...Object.fromEntries(added.filter(([name]) => name !== "")) });
  if (target === "-") return { stdout: latin1(bytes) };
  tree.write(path, bytes);
  const lines = files.map(({ name }) => `  ${name in known ? "updating" : "adding"}: ${name}\n`);
  return { stdout: has("q") ? "" : lines.join("") };
}

/** The words before an option, and those behind it. */
function parted(args: readonly string[], options: readonly string[]): readonly [readonly string[], readonly string[]] {
  const at = args.findIndex((arg) => options.includes(arg));
  return at < 0 ? [args, []] : [args.slice(0, at), args.slice(at + 1)];
}

function lastOf(name: string): string {
  return name.split("/").at(-1) ?? "";
}

function namedFiles({ tree, cwd }: Place, name: string, isDeep: boolean): readonly ArchiveFile[] {
  const all = filesBelow(tree, resolve(cwd, name), name.replace(/^(?:\.?\/)+|^\.$/, ""));
  return isDeep ? all : all.slice(0, 1);
}

function entryOf(tree: RunTree, { path, kind }: ArchiveFile): Zippable[string] {
  const { mode, mtime } = tree.stat(path);
  const bytes = kind === "folder" ? new Uint8Array() : tree.read(path);
  // The permissions of Unix are in the upper half.
  return [bytes, { mtime, os: 3, attrs: ((kind === "folder" ? 0o40000 : 0o100000) | mode) << 16 }];
}

/** The entries of an archive, to be packed again as they are. */
function zippable(bytes: Uint8Array): Zippable {
  const entries = zipEntries(bytes);
  const again = Object.entries(unzipped(bytes)).map(([name, content]): readonly [string, Zippable[string]] => {
    const { mtime, attributes } = entries.get(name) ?? {};
    return [
      name,
      [content, { os: 3, ...(mtime !== undefined && { mtime }), ...(attributes && { attrs: attributes }) }],
    ];
  });
  return Object.fromEntries(again);
}

const unzipForms: OptionForms = { letters: "lqopnjdZ1", withValue: "d", long: {} };

function unzip(args: readonly string[], { tree, cwd }: Place) {
  const [before, after] = parted(args, ["-x"]);
  const [excluded, behind] = parted(after, ["-d"]);
  const { words, has, lastOf: last } = readOptions([...before, ...behind.flatMap((each) => ["-d", each])], unzipForms);
  const [file = "", ...wanted] = words;
  const path = [file, `${file}.zip`].map((each) => resolve(cwd, each)).find((each) => tree.exists(each));
  if (path === undefined) throw new OptionError(`cannot find or open ${file}`);
  const [isOut, isIn] = [nameMatches(excluded), nameMatches(wanted)];
  const all = Object.entries(unzipped(tree.read(path)));
  const chosen = all.filter(([name]) => !isOut(name) && (wanted.length === 0 || isIn(name)));
  if (chosen.length === 0) throw new OptionError("nothing in the archive has such a name");
  if (has("p")) return { stdout: chosen.map(([, bytes]) => latin1(bytes)).join("") };
  if (has("Z")) return { stdout: chosen.map(([name]) => `${name}\n`).join("") };
  const entries = zipEntries(tree.read(path));
  if (has("l")) return { stdout: listing(file, chosen, entries) };
  const folder = resolve(cwd, last("d") ?? ".");
  const lines = chosen.map(([name, bytes]) => {
    const place = placeOf(folder, has("j") ? lastOf(name) : name);
    const isFolder = name.endsWith("/");
    if (isFolder) tree.makeFolder(place, { recursive: true });
    else if (!has("n") || !tree.exists(place)) unpack(tree, place, bytes, entries.get(name));
    return `  ${isFolder ? " creating" : "inflating"}: ${place.replace(`${cwd}/`, "")}\n`;
  });
  return { stdout: has("q") ? "" : `Archive:  ${file}\n${lines.join("")}` };
}

function unpack(
  tree: RunTree,
  place: string,
  bytes: Uint8Array,
  { mode = 0o644, mtime }: Partial<ZipEntry> = {},
): void {
  writeBelow(tree, place, bytes, mode);
  tree.setMode(place, mode);
  if (mtime !== undefined) tree.setTime(place, mtime);
}

function listing(
  file: string,
  chosen: readonly (readonly [string, Uint8Array])[],
  entries: ReadonlyMap<string, ZipEntry>,
): string {
  const rows = chosen.map(([name, { length }]) => {
    const time = new Date(entries.get(name)?.mtime ?? 0).toISOString().slice(0, 16).replace("T", " ");
    return `${String(length).padStart(9)}  ${time}   ${name}\n`;
  });
  const total = chosen.reduce((sum, [, { length }]) => sum + length, 0);
  const files = `${chosen.length} file${chosen.length === 1 ? "" : "s"}`;
  return `Archive:  ${file}\n  Length      Date    Time    Name\n---------  ---------- -----   ----\n${rows.join("")}---------                     -------\n${String(total).padStart(9)}                     ${files}\n`;
}

/** @throws OptionError if the archive is damaged, or unpacks to more than a run may write */
function unzipped(bytes: Uint8Array): Unzipped {
  let size = 0;
  try {
    return unzipSync(bytes, {
      filter({ originalSize }) {
        size += originalSize;
        if (size > mountLimits.bytes) throw new OptionError("the archive unpacks to more than a run may write");
        return true;
      },
    });
  } catch (caught) {
    if (caught instanceof OptionError) throw caught;
    throw new OptionError("this is no zip archive, or a damaged one", { cause: caught });
  }
}
