import { gzipSync } from "fflate";
import { type CustomCommand, defineCommand } from "just-bash/browser";
import { type ParsedTarEntryWithData, packTar, type TarEntry, unpackTar } from "modern-tar";
import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import { bytesOf } from "#lib/run/sandbox/commands/inputs.ts";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { RunFileError } from "#lib/run/sandbox/tree-nodes.ts";
import { filesBelow, nameMatches, placeOf, writeBelow } from "./archive-files.ts";
import { gunzipped, isGzip } from "./gunzip.ts";

/** GNU's tar with gzip: creates, lists and unpacks archives. Other compressions are refused. */
export function tar(tree: RunTree): CustomCommand {
  return defineCommand("tar", async (args, context) => {
    const { cwd } = context;
    try {
      const call = readCall(args, cwd);
      const place = { tree, cwd, stdin: () => fromLatin1(context.stdin as unknown as string) };
      const printed = await (call.act === "c" ? create(call, place) : unpack(call, place));
      return { stderr: "", exitCode: 0, stdoutKind: "bytes", ...printed };
    } catch (caught) {
      if (!(caught instanceof OptionError || caught instanceof RunFileError)) throw caught;
      return { stdout: "", stderr: `tar: ${caught.message}\n`, exitCode: 2 };
    }
  });
}

interface Place {
  readonly tree: RunTree;
  readonly cwd: string;
  stdin(): Uint8Array;
}

interface TarCall {
  act: "c" | "x" | "t";
  readonly letters: Set<string>;
  file: string;
  /** The folder of each operand, and that to unpack into. */
  folder: string;
  readonly operands: { readonly folder: string; readonly name: string }[];
  readonly exclude: string[];
  strip: number;
}

const long: Readonly<Record<string, string>> = {
  ...{ create: "c", extract: "x", get: "x", list: "t", gzip: "z", gunzip: "z", ungzip: "z", verbose: "v", file: "f" },
  ...{ directory: "C", "to-stdout": "O", exclude: "0", "strip-components": "1", "auto-compress": "a" },
  ...{ "no-same-owner": "p", "no-same-permissions": "p", "same-permissions": "p", "preserve-permissions": "p" },
  ...{ "keep-old-files": "k", "numeric-owner": "p", overwrite: "p" },
};

/** @throws OptionError */
function readCall(args: readonly string[], cwd: string): TarCall {
  const call: TarCall = {
    ...{ act: "t", letters: new Set(), file: "-", folder: cwd, operands: [], exclude: [], strip: 0 },
  };
  const add = (name: string) => void call.operands.push({ folder: call.folder, name });
  // The first word may be letters without a dash, whose values follow it.
  const [first = "", ...others] = args;
  const rest = /^[a-zA-Z]+$/.test(first) ? [...spread(first, others)] : [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--") rest.splice(0).map(add);
    else if (word.startsWith("--")) readLong(call, word, rest);
    else if (/^-./.test(word)) readLetters(call, word.slice(1), rest);
    else add(word);
  }
  const acts = (["c", "x", "t"] as const).filter((letter) => call.letters.has(letter));
  const [act] = acts;
  if (act === undefined || acts.length > 1) throw new OptionError("one of -c, -x and -t is needed");
  return { ...call, act };
}

function readLong(call: TarCall, word: string, rest: string[]): void {
  const [name = "", value] = word.slice(2).split(/=(.*)/s);
  const letter = long[name];
  if (letter === undefined) throw new OptionError(`${word} is not possible here`);
  const hasValue = "fC01".includes(letter);
  take(call, letter, hasValue ? (value ?? rest.shift() ?? "") : "");
}

/** `czf a b` as `-c -z -f a b`. */
function* spread(letters: string, others: readonly string[]): Generator<string> {
  const rest = [...others];
  for (const letter of letters) {
    yield `-${letter}`;
    if ("fC".includes(letter)) yield rest.shift() ?? "";
  }
  yield* rest;
}

function readLetters(call: TarCall, letters: string, rest: string[]): void {
  const at = [...letters].findIndex((letter) => "fC".includes(letter));
  for (const letter of at < 0 ? letters : letters.slice(0, at)) take(call, letter, "");
  if (at >= 0) take(call, letters[at] ?? "", letters.slice(at + 1) || (rest.shift() ?? ""));
}

function take(call: TarCall, letter: string, value: string): void {
  if (!"cxtzvfCO01apkhm".includes(letter)) throw new OptionError(`-${letter} is not possible here`);
  call.letters.add(letter);
  if (letter === "f") call.file = value;
  else if (letter === "C") call.folder = resolve(call.folder, value);
  else if (letter === "0") call.exclude.push(value);
  else if (letter === "1") call.strip = Number.parseInt(value, 10) || 0;
}

async function create({ file, operands, exclude, letters }: TarCall, { tree, cwd }: Place) {
  if (operands.length === 0) throw new OptionError("cowardly refusing to create an empty archive");
  const isOut = nameMatches(exclude);
  const target = resolve(cwd, file);
  const missing = operands.filter(({ folder, name }) => !isThere(tree, resolve(folder, name)));
  const faults = missing.map(({ name }) => `tar: ${name}: Cannot stat: No such file or directory\n`).join("");
  const files = operands
    .filter((operand) => !missing.includes(operand))
    .flatMap(({ folder, name }) => filesBelow(tree, resolve(folder, name), name.replace(/^\/+/, "")))
    .filter(({ name, path }) => !isOut(name) && (file === "-" || path !== target));
  const names = new Map<number, string>();
  const entries = files.map(({ name, path, kind }): TarEntry => {
    const { mode, mtime, inode, links } = tree.lstat(path);
    const first = names.get(inode);
    names.set(inode, first ?? name);
    const header = {
      name,
      mode: mode & 0o7777,
      mtime: new Date(mtime),
      uname: "user",
      gname: "user",
      uid: 1000,
      gid: 1000,
    };
    if (kind === "folder") return { header: { ...header, type: "directory", size: 0 } };
    if (kind === "link") return { header: { ...header, type: "symlink", size: 0, linkname: tree.readLink(path) } };
    if (links > 1 && first !== undefined) return { header: { ...header, type: "link", size: 0, linkname: first } };
    const bytes = tree.read(path);
    return { header: { ...header, type: "file", size: bytes.length }, body: bytes.slice() };
  });
  const packed = await packTar(entries);
  const isZipped = letters.has("z") || (letters.has("a") && /\.t?gz$/.test(file));
  const bytes = isZipped ? gzipSync(packed) : packed;
  const told = letters.has("v") ? files.map(({ name }) => `${name}\n`).join("") : "";
  const end = faults && { stderr: `${faults}tar: Exiting with failure status due to previous errors\n`, exitCode: 2 };
  if (file === "-") return { stdout: latin1(bytes), stderr: told, ...end };
  tree.write(target, bytes);
  return { stdout: bytesOf(told), ...end };
}

/** Whether there is anything at a path, be it a link to nothing. */
function isThere(tree: RunTree, path: string): boolean {
  try {
    return Boolean(tree.lstat(path));
  } catch (caught) {
    if (caught instanceof RunFileError) return false;
    throw caught;
  }
}

async function unpack(call: TarCall, { tree, cwd, stdin }: Place) {
  const bytes = inflated(call.file === "-" ? stdin() : tree.read(resolve(cwd, call.file)));
  const entries = await unpackTar(bytes, { strict: true }).catch((caught: unknown) => {
    throw new OptionError("this does not look like a tar archive", { cause: caught });
  });
  const isOut = nameMatches(call.exclude);
  const wanted = call.operands.map(({ name }) => name.replace(/\/+$/, ""));
  const isWanted = (name: string) =>
    wanted.length === 0 || wanted.some((each) => name === each || name.startsWith(`${each}/`) || name === `${each}/`);
  const chosen = entries.filter(({ header: { name } }) => isWanted(name) && !isOut(name));
  const absent = wanted.find(
    (each) => !entries.some(({ header: { name } }) => name === each || name.startsWith(`${each}/`)),
  );
  if (absent !== undefined) throw new OptionError(`${absent}: Not found in archive`);
  let stdout = "";
  for (const entry of chosen) {
    const { name } = entry.header;
    if (call.act === "t") stdout += bytesOf(`${call.letters.has("v") ? longLine(entry) : name}\n`);
    else if (call.letters.has("O")) stdout += latin1(entry.data ?? new Uint8Array());
    else {
      if (call.letters.has("v")) stdout += bytesOf(`${name}\n`);
      write(tree, call, entry);
    }
  }
  return { stdout };
}

function write(tree: RunTree, { folder, strip, letters }: TarCall, { header, data }: ParsedTarEntryWithData): void {
  const inside = header.name.split("/").slice(strip).join("/");
  if (inside === "") return;
  const path = placeOf(folder, inside);
  if (header.type === "directory") tree.makeFolder(path, { recursive: true });
  else if (letters.has("k") && tree.exists(path)) throw new OptionError(`${header.name}: Cannot open: File exists`);
  else if (header.type === "symlink" || header.type === "link") {
    tree.makeFolder(resolve(path, ".."), { recursive: true });
    if (isThere(tree, path)) tree.remove(path);
    if (header.type === "symlink") tree.link(header.linkname ?? "", path);
    else tree.addName(placeOf(folder, (header.linkname ?? "").split("/").slice(strip).join("/")), path);
  } else if (data) writeBelow(tree, path, data, (header.mode ?? 0o644) & 0o777);
}

const kinds: Readonly<Record<string, string>> = { directory: "d", symlink: "l", link: "h" };

function longLine({ header, data }: ParsedTarEntryWithData): string {
  const bits = [...(header.mode ?? 0).toString(2).padStart(9, "0").slice(-9)];
  const mode = bits.map((bit, at) => (bit === "1" ? "rwx"[at % 3] : "-")).join("");
  const time = (header.mtime ?? new Date(0)).toISOString();
  const owner = `${header.uname || header.uid}/${header.gname || header.gid}`;
  const size = String(data?.length ?? 0).padStart(Math.max(0, 19 - owner.length - 1));
  const arrow = header.type === "symlink" ? " -> " : header.type === "link" ? " link to " : undefined;
  const link = arrow === undefined ? "" : arrow + header.linkname;
  return `${kinds[header.type ?? ""] ?? "-"}${mode} ${owner} ${size} ${time.slice(0, 10)} ${time.slice(11, 16)} ${header.name}${link}`;
}

/** Decompresses gzip, and leaves other bytes. @throws OptionError for more than a run may write */
function inflated(given: Uint8Array): Uint8Array<ArrayBuffer> {
  if (!isGzip(given)) return given.slice();
  const { bytes, fault, isWarning } = gunzipped(given);
  if (fault !== undefined && !isWarning) throw new OptionError("gzip: the archive is damaged");
  return bytes;
}
