import { blake2b } from "@noble/hashes/blake2.js";
import { md5, sha1 } from "@noble/hashes/legacy.js";
import { sha224, sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { type Read, readAll } from "#lib/run/sandbox/commands/inputs.ts";
import { ownCommand } from "#lib/run/sandbox/commands/own-command.ts";
import { fromLatin1 } from "#lib/run/sandbox/latin1.ts";

type Hash = (bytes: Uint8Array) => Uint8Array;

const hashes: Readonly<Record<string, Hash>> = { blake2b, md5, sha1, sha224, sha256, sha384, sha512 };

const forms: OptionForms = {
  letters: "abctqsw",
  withValue: "a",
  long: {
    ...{ algorithm: "a", binary: "b", check: "c", text: "t", quiet: "q", status: "s", warn: "w", tag: "T" },
    untagged: "u",
  },
};

/** All of them: the shell's own print warnings among what they found. */
export const digestCommands = (
  [
    ["b2sum", "blake2b"],
    ["md5sum", "md5"],
    ["sha1sum", "sha1"],
    ["sha224sum", "sha224"],
    ["sha256sum", "sha256"],
    ["sha384sum", "sha384"],
    ["sha512sum", "sha512"],
  ] as const
).map(([name, hash]) => ownCommand(name, (args, context) => digests(name, hash, args, context), 1));

/** @throws OptionError */
async function digests(name: string, kind: string, args: readonly string[], context: CommandContext) {
  const { words, has } = readOptions(args, { ...forms, letters: `${forms.letters}T` });
  if (has("T")) throw new OptionError("--tag is not possible here");
  const { read, faults } = await readAll(name, words, context);
  if (!has("c"))
    return result(
      read
        .filter(({ isFolder }) => !isFolder)
        .map((each) => `${digestOf(kind, each)}  ${each.name}\n`)
        .join(""),
      faults,
    );
  const lines = read.flatMap(({ text }) => text.split("\n")).filter(Boolean);
  const found = await Promise.all(lines.map((line) => checked(line, { name, kind, context })));
  const told = found.filter(({ outcome }) => outcome !== undefined && !(has("q") && outcome === "OK"));
  const stdout = told.map(({ path, outcome }) => `${path}: ${outcome}\n`).join("");
  const count = (outcome: string | undefined) => found.filter((each) => each.outcome === outcome).length;
  const [other, absent, wrong] = [count(undefined), count(unread), count("FAILED")] as const;
  const notes = [
    other > 0 && `${other} line${other > 1 ? "s are" : " is"} improperly formatted`,
    absent > 0 && `${absent} listed file${absent > 1 ? "s" : ""} could not be read`,
    wrong > 0 && `${wrong} computed checksum${wrong > 1 ? "s" : ""} did NOT match`,
  ].filter((note) => note !== false);
  const missing = faults + found.map((each) => each.faults).join("");
  const warnings = notes.map((note) => `${name}: WARNING: ${note}\n`).join("");
  if (other === lines.length)
    return {
      stdout: "",
      stderr: `${missing}${name}: ${words[0] ?? "standard input"}: no properly formatted checksum lines found\n`,
      exitCode: 1,
    };
  const isFine = faults === "" && wrong + absent === 0;
  const exitCode = isFine ? 0 : 1;
  return has("s") ? { stdout: "", stderr: missing, exitCode } : { stdout, stderr: missing + warnings, exitCode };
}

const unread = "FAILED open or read";

interface Checking {
  readonly name: string;
  readonly kind: string;
  readonly context: CommandContext;
}

/** Compares a file with its digest, which a line tells; no outcome for a line that tells none. */
async function checked(line: string, { name, kind, context }: Checking) {
  const [, digest, path] = /^([\da-f]+) [ *](.+)$/i.exec(line) ?? [];
  if (digest === undefined || path === undefined) return { path: "", outcome: undefined, faults: "" };
  const { read, faults } = await readAll(name, [path], context);
  const [file] = read;
  const isSame = file && digestOf(kind, file) === digest.toLowerCase();
  return { path, outcome: file ? (isSame ? "OK" : "FAILED") : unread, faults };
}

function digestOf(kind: string, { text }: Pick<Read, "text">): string {
  return bytesToHex(hashes[kind]?.(fromLatin1(text)) ?? new Uint8Array());
}

/** GNU's cksum: POSIX's CRC and the size, or another digest in its own form. @throws OptionError */
export async function cksum(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(args, { ...forms, letters: `${forms.letters}Tu` });
  const kind = lastOf("a") ?? "crc";
  if (has("c") || !(kind in hashes || kind === "crc" || kind === "bsd"))
    throw new OptionError(`${has("c") ? "--check" : kind} is not possible here`);
  const { read, faults } = await readAll("cksum", words, context);
  const lines = read.map((each) => {
    const name = words.length > 0 ? ` ${each.name}` : "";
    if (kind === "crc") return `${crcOf(fromLatin1(each.text))} ${each.text.length}${name}\n`;
    if (kind === "bsd") return bsdLine(each, words.length > 0);
    const digest = digestOf(kind, each);
    return has("u") ? `${digest}  ${each.name}\n` : `${tags[kind] ?? kind.toUpperCase()} (${each.name}) = ${digest}\n`;
  });
  return result(lines.join(""), faults);
}

const tags: Readonly<Record<string, string>> = { blake2b: "BLAKE2b" };

/** GNU's sum: BSD's 16 bits, and blocks of 1,024 bytes. @throws OptionError */
export async function sum(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words } = readOptions(args, { letters: "r", withValue: "", long: {} });
  const { read, faults } = await readAll("sum", words, context);
  return result(read.map((each) => bsdLine(each, words.length > 0)).join(""), faults);
}

function bsdLine({ name, text }: Read, isNamed: boolean): string {
  const value = fromLatin1(text).reduce((sum, byte) => ((sum >> 1) + ((sum & 1) << 15) + byte) & 0xffff, 0);
  const blocks = Math.ceil(text.length / 1024);
  return `${String(value).padStart(5, "0")} ${String(blocks).padStart(5)}${isNamed ? ` ${name}` : ""}\n`;
}

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value;
});

/** The checksum of `cksum` in POSIX: of the bytes and of their number. */
function crcOf(bytes: Uint8Array): number {
  let value = 0;
  const take = (byte: number) => {
    value = (value << 8) ^ (crcTable[((value >>> 24) ^ byte) & 255] ?? 0);
  };
  for (const byte of bytes) take(byte);
  for (let left = bytes.length; left > 0; left = Math.floor(left / 256)) take(left & 255);
  return ~value >>> 0;
}

function result(stdout: string, faults: string): CommandResult {
  return { stdout, stderr: faults, exitCode: faults === "" ? 0 : 1 };
}
