import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { formatDate } from "#lib/run/sandbox/dates/date-format.ts";
import { zoneOf } from "#lib/run/sandbox/dates/zones.ts";
import { nameGlob } from "#lib/run/sandbox/grep/grep-call.ts";
import { permissions } from "#lib/run/sandbox/paths/mode-text.ts";
import { numbersOf, resolve } from "#lib/run/sandbox/shell-files.ts";
import { compareVersions } from "#lib/run/sandbox/sort/versions.ts";

const forms: OptionForms = {
  letters: "1aAdFghGiklmnNopqQrRsStTuUvwX",
  withValue: "TwIE",
  withOwnValue: "KY",
  long: {
    ...{ all: "a", "almost-all": "A", directory: "d", classify: "F", "human-readable": "h", "no-group": "G" },
    ...{ inode: "i", reverse: "r", recursive: "R", size: "s", sort: "Y", "time-style": "E", color: "K", ignore: "I" },
    ...{ "full-time": "f", "group-directories-first": "D", "quote-name": "Q", literal: "N" },
  },
};

/** A name in a listing. */
interface Entry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link";
  readonly mode: number;
  readonly size: number;
  readonly time: Date;
  /** Of a link. */
  readonly target?: string;
  /** Whether it is a folder, or leads to one. */
  readonly isFolder: boolean;
  readonly inode: number;
  readonly links: number;
}

interface Listing {
  readonly context: CommandContext;
  readonly has: (...letters: string[]) => boolean;
  readonly lastOf: (letter: string) => string | undefined;
  readonly order: string | undefined;
  readonly isLong: boolean;
}

/** GNU's `ls` where nobody sees it in a terminal: the shell's own lists other names, in another order. @throws OptionError */
export async function ls(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, options, lastOf } = readOptions(args, { ...forms, letters: `${forms.letters}fDEIKY` });
  const order = options
    .flatMap(([letter, value]) => (letter === "Y" ? [sorts[value] ?? ""] : "StXvU".includes(letter) ? [letter] : []))
    .at(-1);
  const listing: Listing = { context, has, lastOf, order, isLong: has("l", "g", "o", "n", "f") };
  if (has("K") && !["", "never", "auto", "none"].includes(lastOf("K") ?? ""))
    throw new OptionError("--color is not possible here");
  const { files, folders, stderr } = await namedIn(listing, words.length > 0 ? words : ["."]);
  const parts = files.length > 0 ? [rows(listing, ordered(listing, files))] : [];
  const isNamed = words.length > 1 || has("R");
  for (const { name } of ordered(listing, folders)) await listFolder(listing, name, isNamed, parts);
  return { stdout: parts.join("\n"), stderr, exitCode: stderr === "" ? 0 : 2 };
}

/** Letters of the orders that `--sort` names. */
const sorts: Readonly<Record<string, string>> = {
  ...{ size: "S", time: "t", extension: "X", version: "v", none: "U", name: "" },
};

/** What the names of a call stand for, which are told apart before anything is listed. */
async function namedIn(listing: Listing, words: readonly string[]) {
  const [files, folders]: [Entry[], Entry[]] = [[], []];
  let stderr = "";
  for (const word of words) {
    const found = word === "" ? undefined : await entryOf(listing.context, word, word);
    if (!found) stderr += `ls: cannot access '${word}': No such file or directory\n`;
    else if (listing.has("d") || !(await leadsToFolder(listing, found, word))) files.push(found);
    else folders.push(found);
  }
  return { files, folders, stderr };
}

/** Whether a name stands for a folder whose content is listed; with `-l`, a link stands for itself. */
async function leadsToFolder(
  { context: { fs, cwd }, isLong, has }: Listing,
  { kind }: Entry,
  word: string,
): Promise<boolean> {
  if (kind !== "link") return kind === "folder";
  if ((isLong || has("F")) && !word.endsWith("/")) return false;
  return (await fs.stat(resolve(cwd, word)).catch(() => undefined))?.isDirectory ?? false;
}

async function listFolder(listing: Listing, folder: string, isNamed: boolean, parts: string[]): Promise<void> {
  const { context, has, lastOf, isLong } = listing;
  const place = resolve(context.cwd, folder);
  const hidden = has("a") ? [".", ".."] : [];
  const ignored = lastOf("I");
  const names = [...hidden, ...(await context.fs.readdir(place))].filter(
    (name) => (has("a", "A") || !name.startsWith(".")) && !(ignored !== undefined && nameGlob(ignored).test(name)),
  );
  const found = await Promise.all(names.map((name) => entryOf(context, name, `${place}/${name}`)));
  const entries = ordered(
    listing,
    found.filter((entry) => entry !== undefined),
  );
  const total = entries.reduce((sum, entry) => sum + blocksOf(entry), 0);
  const head = isLong || has("s") ? `total ${has("h") ? humanSize(total * 1024) : total}\n` : "";
  parts.push((isNamed ? `${folder}:\n` : "") + head + rows(listing, entries));
  if (!has("R")) return;
  for (const { name, kind } of entries) {
    if (kind !== "folder" || name === "." || name === "..") continue;
    await listFolder(listing, `${folder.replace(/\/$/, "")}/${name}`, true, parts);
  }
}

async function entryOf({ fs, cwd }: CommandContext, name: string, path: string): Promise<Entry | undefined> {
  const place = resolve(cwd, path);
  const isFollowed = /\/$/.test(path);
  const found = await (isFollowed ? fs.stat(place) : fs.lstat(place)).catch(() => undefined);
  if (!found) return undefined;
  const { mode, size, mtime: time } = found;
  const { ino: inode, links } = numbersOf(found);
  const target = found.isSymbolicLink ? await fs.readlink(place) : undefined;
  const kind = target !== undefined ? "link" : found.isDirectory ? "folder" : "file";
  const bytes = target === undefined ? (kind === "folder" ? 4096 : size) : new TextEncoder().encode(target).length;
  const isFolder = (await fs.stat(place).catch(() => undefined))?.isDirectory ?? false;
  return {
    ...{ name, kind, isFolder, mode, size: bytes, time, inode, links },
    ...(target !== undefined && { target }),
  };
}

/** Units of 1,024 bytes that a disk would take. */
function blocksOf({ kind, size }: Entry): number {
  return kind === "link" ? 0 : Math.ceil(size / 4096) * 4;
}

function ordered({ order, has }: Listing, entries: readonly Entry[]): readonly Entry[] {
  const byName = (a: Entry, b: Entry) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  const endOf = ({ name }: Entry) => /\.[^.]*$/.exec(name)?.[0] ?? "";
  const by: Readonly<Record<string, (a: Entry, b: Entry) => number>> = {
    S: (a, b) => b.size - a.size,
    t: (a, b) => b.time.getTime() - a.time.getTime(),
    X: (a, b) => (endOf(a) < endOf(b) ? -1 : endOf(a) > endOf(b) ? 1 : 0),
    v: (a, b) => compareVersions(a.name, b.name),
  };
  const first = by[order ?? ""];
  const sorted = order === "U" ? [...entries] : entries.toSorted((a, b) => first?.(a, b) || byName(a, b));
  if (has("r")) sorted.reverse();
  return has("D") ? sorted.toSorted((a, b) => Number(b.isFolder) - Number(a.isFolder)) : sorted;
}

/** The lines of names, in columns where more than the name is told. */
function rows(listing: Listing, entries: readonly Entry[]): string {
  const { has, isLong } = listing;
  const cells = entries.map((entry) => [
    ...(has("i") ? [String(entry.inode)] : []),
    ...(has("s") ? [has("h") ? humanSize(blocksOf(entry) * 1024) : String(blocksOf(entry))] : []),
    ...(isLong ? longCells(listing, entry) : []),
  ]);
  const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const lines = entries.map((entry, at) => {
    const named = shown(listing, entry);
    // Owners begin at the left, numbers end at the right.
    const padded = (cells[at] ?? []).map((cell, column) =>
      /^[a-z]+$/.test(cell) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return [...padded, named].join(" ");
  });
  if (has("m") && !isLong) return lines.length > 0 ? `${lines.join(", ")}\n` : "";
  return lines.map((line) => `${line}\n`).join("");
}

function shown({ has, isLong }: Listing, { name, kind, mode, target }: Entry): string {
  const plain = has("Q") ? JSON.stringify(name) : name;
  if (isLong && target !== undefined) return `${plain} -> ${target}`;
  if (kind === "folder") return has("F", "p") ? `${plain}/` : plain;
  if (kind === "link") return has("F") ? `${plain}@` : plain;
  return has("F") && mode & 0o111 ? `${plain}*` : plain;
}

function longCells(listing: Listing, entry: Entry): string[] {
  const { has } = listing;
  const { kind, mode, size, links } = entry;
  const owner = has("n") ? "1000" : "user";
  return [
    `${kind === "folder" ? "d" : kind === "link" ? "l" : "-"}${permissions(kind === "link" ? 0o777 : mode)}`,
    String(links),
    ...(has("g") ? [] : [owner]),
    ...(has("o", "G") ? [] : [owner]),
    has("h") ? humanSize(size) : String(size),
    timeOf(listing, entry.time),
  ];
}

/** Half of a year, before which the year is told in place of the time of day. */
const recent = 15_778_476_000;

function timeOf({ has, lastOf, context }: Listing, time: Date): string {
  const style = lastOf("E") ?? (has("f") ? "full-iso" : "locale");
  const [plain, other] = style.startsWith("+") ? style.slice(1).split("\n") : (styles[style] ?? []);
  if (plain === undefined) throw new OptionError(`invalid argument '${style}' for 'time style'`);
  const age = Date.now() - time.getTime();
  const format = age >= 0 && age < recent ? (other ?? plain) : plain;
  const milliseconds = time.getTime();
  const seconds = Math.floor(milliseconds / 1000);
  const moment = { seconds, nanoseconds: (milliseconds - seconds * 1000) * 1e6 };
  return formatDate(format, moment, zoneOf(context.exportedEnv?.TZ));
}

/** Formats of older times, and of others where those differ. */
const styles: Readonly<Record<string, readonly string[]>> = {
  locale: ["%b %e  %Y", "%b %e %H:%M"],
  "long-iso": ["%Y-%m-%d %H:%M"],
  "full-iso": ["%Y-%m-%d %H:%M:%S.%N %z"],
  iso: ["%Y-%m-%d ", "%m-%d %H:%M"],
};

/** `1023`, `1.5K`, `11K`: rounded up, with one decimal below ten. */
export function humanSize(bytes: number): string {
  const [unit = "", ...larger] = ["", ..."KMGT"]
    .filter((_, power) => power === 0 || bytes > 1023 * 1024 ** (power - 1))
    .reverse();
  const value = bytes / 1024 ** larger.length;
  const tenths = Math.ceil(value * 10) / 10;
  return `${unit !== "" && tenths < 10 ? tenths.toFixed(1) : Math.ceil(value)}${unit}`;
}
