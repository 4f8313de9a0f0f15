import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { readAll, takenOf } from "#lib/run/sandbox/commands/inputs.ts";

const forms: OptionForms = {
  letters: "bilnsv",
  withValue: "in",
  long: { "print-bytes": "b", "ignore-initial": "i", verbose: "l", bytes: "n", quiet: "s", silent: "s" },
};

/** Bytes that it reads at once. */
const blockSize = 4096;

/** Two files, and how they are compared. */
interface Compared {
  readonly names: readonly [string, string];
  readonly a: string;
  readonly b: string;
  readonly isWhole: boolean;
  readonly isShown: boolean;
}

/** GNU's cmp. @throws OptionError */
export async function cmp(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(args, forms);
  const [left, right = "-", ...skipped] = words;
  if (left === undefined) throw new OptionError("missing operand after 'cmp'");
  const [skip = 0, other = skip] = [...(lastOf("i")?.split(":") ?? ["0"]), ...skipped].map(countOf);
  const most = countOf(lastOf("n") ?? "Infinity");
  const { read, faults } = await readAll("cmp", [left, right], context);
  if (faults !== "") return { stdout: "", stderr: has("s") ? "" : faults, exitCode: 2 };
  const [a = "", b = ""] = read.map(({ text }, at) => text.slice(at === 0 ? skip : other).slice(0, most));
  if (a === b) return { stdout: "", stderr: "", exitCode: 0 };
  const compared: Compared = { names: [left, right], a, b, isWhole: has("l"), isShown: has("b") };
  const ended = { ...(has("s") ? { stdout: "", stderr: "" } : told(compared)), exitCode: 1 };
  if (![left, right].includes("-")) return ended;
  const last = has("l") ? Math.min(a.length, b.length) : placesOf(compared)[0];
  const [before, length] = left === "-" ? [skip, a.length] : [other, b.length];
  const blocks = Math.ceil(((last ?? Math.min(a.length, b.length)) + before + 1) / blockSize);
  return { ...ended, ...takenOf(Math.min(length + before, blocks * blockSize), blockSize) };
}

/** What is told of two files that differ. */
function told(compared: Compared): { readonly stdout: string; readonly stderr: string } {
  const { names, a, b, isWhole } = compared;
  const end = Math.min(a.length, b.length);
  const places = placesOf(compared);
  const stdout = places.map((at) => placeText(compared, at, String(Math.max(end, 1)).length)).join("");
  if (a.length === b.length || (places.length > 0 && !isWhole)) return { stdout, stderr: "" };
  const line = a[end - 1] === "\n" ? `line ${lineAt(a, end) - 1}` : `in line ${lineAt(a, end)}`;
  const place = end === 0 ? "which is empty" : `after byte ${end}${isWhole ? "" : `, ${line}`}`;
  return { stdout, stderr: `cmp: EOF on ${names[a.length < b.length ? 0 : 1]} ${place}\n` };
}

/** Where they differ: the first place, or with `-l` all. */
function placesOf({ a, b, isWhole }: Compared): readonly number[] {
  const end = Math.min(a.length, b.length);
  const places: number[] = [];
  for (let at = 0; at < end && (places.length === 0 || isWhole); at++) if (a[at] !== b[at]) places.push(at);
  return places;
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

function placeText({ names, a, b, isWhole, isShown }: Compared, at: number, width: number): string {
  const bytes = [a, b].map((text) => text.charCodeAt(at));
  const [[first, sign = ""] = [], [second, other = ""] = []] = bytes.map((byte) => [
    byte.toString(8).padStart(3),
    seen(byte),
  ]);
  if (!isWhole) {
    const shown = isShown ? ` is ${first} ${sign} ${second} ${other}` : "";
    return `${names.join(" ")} differ: byte ${at + 1}, line ${lineAt(a, at)}${shown}\n`;
  }
  const shown = isShown ? [first, sign.padEnd(4), second, other] : [first, second];
  return `${String(at + 1).padStart(width)} ${shown.join(" ")}\n`;
}

/** @throws OptionError */
function countOf(text: string): number {
  if (text === "Infinity") return Number.POSITIVE_INFINITY;
  if (!/^\d+$/.test(text)) throw new OptionError(`invalid --bytes value '${text}'`);
  return Number(text);
}

/** A byte as a sign that can be seen: `^J`, `M-a`. */
function seen(byte: number): string {
  const low = byte & 127;
  const sign = low < 32 ? `^${String.fromCharCode(low + 64)}` : low === 127 ? "^?" : String.fromCharCode(low);
  return byte > 127 ? `M-${sign}` : sign;
}
