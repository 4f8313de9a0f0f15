import { type Unzipped, unzipSync } from "fflate";
import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import { bytesOf } from "#lib/run/sandbox/commands/inputs.ts";
import { latin1 } from "#lib/run/sandbox/latin1.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { mountLimits } from "#lib/vfs/limits.ts";
import { nameMatches, placeOf, writeBelow } from "./archive-files.ts";
import { type ZipEntry, zipEntries } from "./zip-entries.ts";

/** Where archives are packed and unpacked. */
export interface ZipPlace {
  readonly tree: RunTree;
  readonly cwd: string;
  stdin(): Uint8Array;
}

/** The words before an option, and those behind it. */
export function parted(
  args: readonly string[],
  options: readonly string[],
): readonly [readonly string[], readonly string[]] {
  const at = args.findIndex((arg) => options.includes(arg));
  return at < 0 ? [args, []] : [args.slice(0, at), args.slice(at + 1)];
}

/** The name behind the last slash. */
export function lastOf(name: string): string {
  return name.split("/").at(-1) ?? "";
}

const unzipForms: OptionForms = { letters: "lqopnjdZ1t", withValue: "d", long: {} };

/** Info-ZIP's unzip. @throws OptionError */
export function unzip(args: readonly string[], { tree, cwd, stdin }: ZipPlace) {
  const [before, after] = parted(args, ["-x"]);
  const [excluded, behind] = parted(after, ["-d"]);
  const { words, has, lastOf: last } = readOptions([...before, ...behind.flatMap((each) => ["-d", each])], unzipForms);
  const [file = "", ...wanted] = words;
  const path = [file, `${file}.zip`].map((each) => resolve(cwd, each)).find((each) => tree.exists(each));
  if (path === undefined) throw new OptionError(` cannot find or open ${file}, ${file}.zip or ${file}.ZIP.`);
  const [isOut, isIn] = [nameMatches(excluded), nameMatches(wanted)];
  const all = Object.entries(unzipped(tree.read(path)));
  const chosen = all.filter(([name]) => !isOut(name) && (wanted.length === 0 || isIn(name)));
  const absent = wanted.filter((each) => !all.some(([name]) => nameMatches([each])(name)));
  const ended = {
    stderr: absent.map((each) => `caution: filename not matched:  ${each}\n`).join(""),
    exitCode: absent.length > 0 ? 11 : 0,
  };
  if (has("p")) return { stdout: chosen.map(([, bytes]) => latin1(bytes)).join(""), ...ended };
  if (has("Z")) return { stdout: bytesOf(chosen.map(([name]) => `${name}\n`).join("")), ...ended };
  const entries = zipEntries(tree.read(path));
  if (has("l")) return { stdout: bytesOf(listing(file, chosen, entries)), exitCode: ended.exitCode };
  const head = has("q") ? "" : `Archive:  ${file}\n`;
  if (has("t")) {
    const lines = has("q") ? [] : chosen.map(([name]) => `    testing: ${name.padEnd(22)}   OK\n`);
    return { stdout: bytesOf(`${head}${lines.join("")}No errors detected in compressed data of ${file}.\n`), ...ended };
  }
  const folder = resolve(cwd, last("d") ?? ".");
  const asks = asker(has("o") ? "A" : has("n") ? "N" : undefined, () => new TextDecoder().decode(stdin()));
  const lines = chosen.map(([name, bytes]) => {
    const place = placeOf(folder, has("j") ? lastOf(name) : name);
    return written({ tree, place, shown: place.replace(`${cwd}/`, ""), asks }, name, bytes, entries.get(name));
  });
  const exitCode = asks.isUnanswered() ? 1 : ended.exitCode;
  return { stdout: has("q") ? "" : bytesOf(head + lines.join("")), stderr: ended.stderr + asks.said(), exitCode };
}

interface Unpacking {
  readonly tree: RunTree;
  readonly place: string;
  /** The place in messages. */
  readonly shown: string;
  readonly asks: ReturnType<typeof asker>;
}

/** Writes a file of an archive, or makes a folder. @returns what is told of it */
function written(
  { tree, place, shown, asks }: Unpacking,
  name: string,
  bytes: Uint8Array,
  entry: ZipEntry | undefined,
): string {
  const isThere = tree.exists(place);
  if (name.endsWith("/")) {
    tree.makeFolder(place, { recursive: true });
    return isThere ? "" : `   creating: ${shown}/\n`;
  }
  if (isThere && !asks.replaces(shown)) return "";
  unpack(tree, place, bytes, entry);
  return `${entry?.isStored ? " extracting" : "  inflating"}: ${shown.padEnd(22)}  \n`;
}

/** Whether a file that is there is replaced, which the lines of the input answer where no option does. */
function asker(always: "A" | "N" | undefined, input: () => string) {
  let answers: string[] | undefined;
  let [settled, said, isUnanswered]: [string | undefined, string, boolean] = [always, "", false];
  return {
    said: () => said,
    isUnanswered: () => isUnanswered,
    /** @throws OptionError for another name */
    replaces(name: string): boolean {
      if (settled !== undefined) return settled === "A";
      answers ??= input().split("\n").filter(Boolean);
      const answer = answers.shift();
      said += `replace ${name}? [y]es, [n]o, [A]ll, [N]one, [r]ename: ${answer === undefined ? " NULL\n" : ""}`;
      if (answer === undefined) {
        said += '(EOF or read error, treating as "[N]one" ...)\n';
        isUnanswered = true;
      }
      const letter = answer?.[0] ?? "N";
      if (letter === "r") throw new OptionError("another name is not possible here");
      if (/[AN]/.test(letter)) settled = letter;
      return /[Ay]/.test(letter);
    },
  };
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

/** The files of an archive. @throws OptionError if it is damaged, or unpacks to more than a run may write */
export function unzipped(bytes: Uint8Array): Unzipped {
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
