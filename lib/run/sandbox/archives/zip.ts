import { deflateSync, type ZipOptions, type Zippable, zipSync } from "fflate";
import { type CustomCommand, defineCommand } from "just-bash/browser";
import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import { bytesOf } from "#lib/run/sandbox/commands/inputs.ts";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { RunFileError } from "#lib/run/sandbox/tree-nodes.ts";
import { type ArchiveFile, filesBelow, nameMatches } from "./archive-files.ts";
import { lastOf, parted, unzip, unzipped, type ZipPlace } from "./unzip.ts";
import { type ZipEntry, zipEntries } from "./zip-entries.ts";

/** Info-ZIP's `zip` and `unzip`, without encryption, parts and comments. */
export function zipCommands(tree: RunTree): readonly CustomCommand[] {
  return Object.entries({ zip, unzip }).map(([name, act]) =>
    defineCommand(name, async (args, context) => {
      try {
        const printed = act(args, {
          tree,
          cwd: context.cwd,
          stdin: () => fromLatin1(context.stdin as unknown as string),
        });
        return { stderr: "", exitCode: 0, stdoutKind: "bytes", ...printed };
      } catch (caught) {
        if (!(caught instanceof OptionError || caught instanceof RunFileError)) throw caught;
        return { stdout: "", stderr: `${name}: ${caught.message}\n`, exitCode: 9 };
      }
    }),
  );
}

const zipForms: OptionForms = {
  letters: "rqXyjxdm@9876543210",
  withValue: "",
  long: { "recurse-paths": "r", quiet: "q", "junk-paths": "j", exclude: "x", delete: "d", move: "m" },
};

function zip(args: readonly string[], place: ZipPlace) {
  const { tree, cwd } = place;
  const [before, excluded] = parted(args, ["-x", "--exclude"]);
  const { words, has, options } = readOptions(before, zipForms);
  const [file, ...given] = words;
  if (file === undefined) throw new OptionError("no archive is named");
  const named = has("@") ? new TextDecoder().decode(place.stdin()).split("\n").filter(Boolean) : given;
  const target = file === "-" || /\.\w+$/.test(file) ? file : `${file}.zip`;
  const path = resolve(cwd, target);
  const known = knownIn(tree, target === "-" ? undefined : path);
  if (has("d")) return removed(tree, path, known, named);
  const missing = named.filter((name) => !tree.exists(resolve(cwd, name)));
  const warnings = missing.map((name) => `\tzip warning: name not matched: ${name}\n`).join("");
  const there = named.filter((name) => !missing.includes(name));
  const isOut = nameMatches(excluded);
  const files = filesFor(place, there, has).filter((each) => !isOut(each.full) && each.path !== path);
  if (files.length === 0)
    return { stdout: bytesOf(`${warnings}\nzip error: Nothing to do! (${target})\n`), exitCode: 12 };
  const level = Number(options.findLast(([letter]) => /\d/.test(letter))?.[0] ?? 6) as 0 | 6;
  const added = files.map((each) => [each.name, entryOf(tree, each, level)] as const);
  const bytes = zipSync({ ...known, ...Object.fromEntries(added) });
  if (target === "-") return { stdout: latin1(bytes) };
  tree.write(path, bytes);
  for (const each of files) if (has("m") && each.kind !== "folder") tree.remove(each.path);
  const lines = has("q") ? [] : linesOf(added, zipEntries(bytes), known);
  return { stdout: bytesOf(warnings + lines.join("")) };
}

function knownIn(tree: RunTree, path: string | undefined): Zippable {
  return path !== undefined && tree.exists(path) ? zippable(tree.read(path)) : {};
}

/** The files that names stand for, with their names in the archive. */
function filesFor(place: ZipPlace, names: readonly string[], has: (letter: string) => boolean) {
  return names
    .flatMap((name) => namedFiles(place, name, has("r")))
    .map((each) => ({ ...each, full: each.name, name: has("j") ? lastOf(each.name) : each.name }))
    .filter(({ name }) => name !== "");
}

/** What is told of each file that was added. */
function linesOf(
  added: readonly (readonly [name: string, entry: Entry])[],
  entries: ReadonlyMap<string, ZipEntry>,
  known: Zippable,
): readonly string[] {
  return added.map(([name, [{ length }]]) => {
    const { isStored = true, packed = length } = entries.get(name) ?? {};
    const how = isStored ? "stored 0%" : `deflated ${savedBy(length, packed)}%`;
    return `${name in known ? "updating" : "  adding"}: ${name} (${how})\n`;
  });
}

/** How many percent smaller it has become. */
function savedBy(size: number, packed: number): number {
  return size > packed ? Math.floor((1 + Math.floor((200 * (size - packed)) / size)) / 2) : 0;
}

/** Takes entries out of an archive. */
function removed(tree: RunTree, path: string, known: Zippable, names: readonly string[]) {
  const isOut = nameMatches(names);
  const [gone, left] = [Object.keys(known).filter(isOut), Object.entries(known).filter(([name]) => !isOut(name))];
  if (gone.length === 0) return { stdout: bytesOf(`\nzip error: Nothing to do! (${lastOf(path)})\n`), exitCode: 12 };
  tree.write(path, zipSync(Object.fromEntries(left)));
  return { stdout: bytesOf(gone.map((name) => `deleting: ${name}\n`).join("")) };
}

function namedFiles({ tree, cwd }: ZipPlace, name: string, isDeep: boolean): readonly ArchiveFile[] {
  const all = filesBelow(tree, resolve(cwd, name), name.replace(/^(?:\.?\/)+|^\.$/, ""));
  return isDeep ? all : all.slice(0, 1);
}

type Entry = readonly [bytes: Uint8Array, options: ZipOptions];

function entryOf(tree: RunTree, { path, kind }: ArchiveFile, given: 0 | 6): [Uint8Array, ZipOptions] {
  const { mode, mtime } = tree.stat(path);
  const bytes = kind === "folder" ? new Uint8Array() : tree.read(path);
  // What does not become smaller is stored as it is.
  const level = given > 0 && deflateSync(bytes, { level: given }).length < bytes.length ? given : 0;
  // The permissions of Unix are in the upper half.
  return [bytes, { mtime, os: 3, level, attrs: ((kind === "folder" ? 0o40000 : 0o100000) | mode) << 16 }];
}

/** The entries of an archive, to be packed again as they are. */
function zippable(bytes: Uint8Array): Zippable {
  const entries = zipEntries(bytes);
  const again = Object.entries(unzipped(bytes)).map(([name, content]): readonly [string, Zippable[string]] => {
    const { mtime, attributes, isStored } = entries.get(name) ?? {};
    const kept = { ...(mtime !== undefined && { mtime }), ...(attributes && { attrs: attributes }) };
    return [name, [content, { os: 3, ...(isStored && { level: 0 }), ...kept }]];
  });
  return Object.fromEntries(again);
}
