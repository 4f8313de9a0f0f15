import { gzipSync } from "fflate";
import type { CustomCommand } from "just-bash/browser";
import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { bytesOf } from "#lib/run/sandbox/commands/inputs.ts";
import { ownCommand } from "#lib/run/sandbox/commands/own-command.ts";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { gunzipped, isGzip } from "./gunzip.ts";

const forms: OptionForms = {
  letters: "acdfhklnNqrStvV123456789",
  withValue: "S",
  long: {
    ...{
      stdout: "c",
      "to-stdout": "c",
      decompress: "d",
      uncompress: "d",
      force: "f",
      keep: "k",
      list: "l",
      "no-name": "n",
    },
    ...{
      name: "N",
      quiet: "q",
      recursive: "r",
      suffix: "S",
      test: "t",
      verbose: "v",
      fast: "1",
      best: "9",
      rsyncable: "a",
    },
  },
};

/** GNU's gzip, gunzip and zcat. */
export const gzipCommands: readonly CustomCommand[] = Object.entries({ gzip: [], gunzip: ["-d"], zcat: ["-dc"] }).map(
  ([name, first]) => ownCommand(name, (args, context) => gzip([...first, ...args], context), 1),
);

interface Call {
  readonly context: CommandContext;
  readonly has: (...letters: string[]) => boolean;
  readonly suffix: string;
  readonly level: 1 | 6;
  stdout: string;
  stderr: string;
  /** 2 after a warning, 1 after an error. */
  exitCode: number;
}

/** @throws OptionError */
async function gzip(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf, options } = readOptions(args, forms);
  const level = options.findLast(([letter]) => /\d/.test(letter))?.[0] ?? "6";
  const suffix = lastOf("S") ?? ".gz";
  if (has("l") && has("v")) throw new OptionError("-lv is not possible here");
  const call: Call = { context, has, suffix, level: Number(level) as 1 | 6, stdout: "", stderr: "", exitCode: 0 };
  for (const word of words.length > 0 ? words : ["-"]) await (word === "-" ? pipe(call) : file(call, word));
  const { stdout, stderr, exitCode } = call;
  return { stdout, stderr, exitCode, stdoutKind: "bytes" };
}

function warn(call: Call, text: string): void {
  if (!call.has("q")) call.stderr += `gzip: ${text}\n`;
  call.exitCode ||= 2;
}

function fail(call: Call, text: string): void {
  call.stderr += `gzip: ${text}\n`;
  call.exitCode = 1;
}

function pipe(call: Call): void {
  const bytes = fromLatin1(call.context.stdin as unknown as string);
  const isUnpacked = call.has("d", "t", "l");
  const made = isUnpacked ? unpacked(call, "stdin", bytes) : packed(call, bytes, undefined);
  if (!made) return;
  if (call.has("l")) list(call, bytes, made.length, "stdout");
  else if (!call.has("t")) call.stdout += latin1(made);
}

interface Named {
  readonly name: string;
  readonly seconds: number;
}

function packed({ level }: Call, bytes: Uint8Array, named: Named | undefined): Uint8Array {
  const header = named ? { filename: named.name, mtime: named.seconds * 1000 } : { mtime: 0 };
  return gzipSync(bytes, { level, ...header });
}

/** What was compressed; `undefined` after an error. */
function unpacked(call: Call, name: string, bytes: Uint8Array): Uint8Array | undefined {
  // With `-cf`, what is not compressed goes through.
  if (!isGzip(bytes) && bytes.length > 0 && call.has("f") && call.has("c")) return bytes;
  const { bytes: made, fault, isWarning } = gunzipped(bytes);
  if (fault === undefined) return made;
  if (isWarning && !call.has("q")) call.stderr += "\n";
  if (isWarning) {
    warn(call, `${name}: ${fault}`);
    return made;
  }
  call.stderr += "\n";
  fail(call, `${name}: ${fault}`);
  // What could be read is printed all the same.
  return call.has("c") && !call.has("t") ? made : undefined;
}

async function file(call: Call, word: string): Promise<void> {
  const { context, has, suffix } = call;
  const { fs, cwd } = context;
  const isThere = await fs.exists(resolve(cwd, word));
  const name = has("d", "t", "l") && !isThere && !word.endsWith(suffix) ? word + suffix : word;
  const place = resolve(cwd, name);
  const found = await fs.stat(place).catch(() => undefined);
  if (!found) return fail(call, `${name}: No such file or directory`);
  if (found.isDirectory) {
    if (!has("r")) return warn(call, `${name} is a directory -- ignored`);
    for (const each of await fs.readdir(place)) await file(call, `${name.replace(/\/+$/, "")}/${each}`);
    return;
  }
  const why = has("c", "t", "l") ? undefined : whyNot(call, name);
  // With `-q`, the shell is not even told of what is compressed already.
  if (why !== undefined) return has("q") && !has("d") ? undefined : warn(call, why);
  await turn(call, name, await fs.readFileBuffer(place), found);
}

/** Why another file cannot be made of one by this name. */
function whyNot({ has, suffix }: Call, name: string): string | undefined {
  const isPacked = name.endsWith(suffix);
  if (has("d")) return isPacked || /\.t[ag]z$/.test(name) ? undefined : `${name}: unknown suffix -- ignored`;
  return isPacked && !has("f") ? `${name} already has ${suffix} suffix -- unchanged` : undefined;
}

type FsStat = Awaited<ReturnType<CommandContext["fs"]["stat"]>>;

function namedBy(name: string, { mtime }: FsStat): Named {
  return { name: name.split("/").at(-1) ?? "", seconds: Math.floor(mtime.getTime() / 1000) };
}

/** Compresses a file, or the other way round, and prints what comes of it, or puts it in the file's place. */
async function turn(call: Call, name: string, bytes: Uint8Array, found: FsStat): Promise<void> {
  const { has, suffix } = call;
  const isUnpacked = has("d", "t", "l");
  const made = isUnpacked
    ? unpacked(call, name, bytes)
    : packed(call, bytes, has("n") ? undefined : namedBy(name, found));
  if (!made) return;
  const target = isUnpacked ? unpackedName(name, suffix) : name + suffix;
  if (has("l")) return list(call, bytes, made.length, target);
  if (has("t")) {
    call.stderr += has("v") ? `${name}:\t OK\n` : "";
    return;
  }
  if (has("c")) call.stdout += latin1(made);
  else if (!(await replaced(call, { name, target }, made, found))) return;
  if (has("v")) tell(call, name, target, isUnpacked ? ratio(bytes, made.length) : ratio(made, bytes.length));
}

function tell(call: Call, name: string, target: string, saved: string): void {
  const { has } = call;
  const end = has("c") ? "replaced with stdout" : `${has("k") ? "created" : "replaced with"} ${target}`;
  call.stderr += `${name}:\t${saved} -- ${end}\n`;
}

interface Names {
  readonly name: string;
  readonly target: string;
}

/** Writes a file with the time and the permissions of the one that it is made of, which goes. @returns whether it could */
async function replaced(call: Call, { name, target }: Names, bytes: Uint8Array, { mode, mtime }: FsStat) {
  const { context, has } = call;
  const { fs, cwd } = context;
  const place = resolve(cwd, target);
  if (!has("f") && (await fs.exists(place))) {
    warn(call, `${target} already exists;\tnot overwritten`);
    return false;
  }
  await fs.rm(place, { force: true });
  await fs.writeFile(place, bytes);
  await fs.chmod(place, mode);
  await fs.utimes(place, mtime, mtime);
  if (!has("k")) await fs.rm(resolve(cwd, name));
  return true;
}

function unpackedName(name: string, suffix: string): string {
  return name.endsWith(suffix) ? name.slice(0, -suffix.length) : name.replace(/\.t[ag]z$/, ".tar");
}

/** How much smaller a text has become, without what gzip puts around it. */
function ratio(packed: Uint8Array, large: number): string {
  const isNamed = ((packed[3] ?? 0) & 8) !== 0;
  const around = 18 + (isNamed ? packed.indexOf(0, 10) - 9 : 0);
  const share = large === 0 ? 0 : (1 - (packed.length - around) / large) * 100;
  return `${share.toFixed(1).padStart(5)}%`;
}

function list(call: Call, packed: Uint8Array, large: number, name: string): void {
  if (call.stdout === "" && !call.has("q"))
    call.stdout = "         compressed        uncompressed  ratio uncompressed_name\n";
  const [small, whole] = [packed.length, large].map((size) => String(size).padStart(19));
  call.stdout += bytesOf(`${small} ${whole} ${ratio(packed, large)} ${name}\n`);
}
