import { diffArrays } from "diff";
import { isSameBytes } from "#lib/vfs/bytes.ts";
import { snapshotMode } from "#lib/vfs/snapshot.ts";
import { binaryPatch } from "./binary-patch.ts";
import { byteText, linesOf, textBytes } from "./byte-text.ts";
import type { FileChange, FileVersion } from "./file-change.ts";

/**
 * The changes as a patch for `git apply`: texts line by line and byte for byte, whatever their encoding and line ends;
 * other files whole; with moves, modes and deletions. Object ids are included, so that `git apply --3way` works, too.
 * Where the browser has no `crypto.subtle` there are no ids, and so no changes of binary files.
 */
export async function formatPatch(changes: readonly FileChange[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: string[] = [];
  for (const change of changes) parts.push(await filePatch(change));
  return new Uint8Array(textBytes(parts.join("")));
}

async function filePatch(change: FileChange): Promise<string> {
  const { path, from = path, before, now } = change;
  const isSame = before !== undefined && now !== undefined && isSameBytes(before.bytes, now.bytes);
  const head = [`diff --git ${quoted(`a/${from}`)} ${quoted(`b/${path}`)}`, ...extendedHead(change)];
  if (isSame) return `${head.join("\n")}\n`;
  const ids = await Promise.all([objectId(before), objectId(now)]);
  const hasIds = ids.every((id) => id !== undefined);
  if (hasIds) head.push(`index ${ids.join("..")}${before && before.mode === now?.mode ? ` ${modeText(before)}` : ""}`);
  const [old, fresh] = [before, now].map((version) => version?.bytes ?? new Uint8Array()) as [Uint8Array, Uint8Array];
  if (isBinary(old) || isBinary(fresh)) {
    return hasIds ? `${head.join("\n")}\n${await binaryPatch(old, fresh)}` : "";
  }
  const hunks = hunksBetween(byteText(old), byteText(fresh));
  if (hunks.length > 0) {
    head.push(`--- ${before ? named(`a/${from}`) : "/dev/null"}`, `+++ ${now ? named(`b/${path}`) : "/dev/null"}`);
  }
  return `${head.join("\n")}\n${hunks.map(hunkText).join("")}`;
}

function extendedHead({ path, from, before, now }: FileChange): string[] {
  const lines: string[] = [];
  if (!before) lines.push(`new file mode ${modeText(now)}`);
  else if (!now) lines.push(`deleted file mode ${modeText(before)}`);
  else if (before.mode !== now.mode) lines.push(`old mode ${modeText(before)}`, `new mode ${modeText(now)}`);
  if (from !== undefined) lines.push(`rename from ${quoted(from)}`, `rename to ${quoted(path)}`);
  return lines;
}

const gitModes = { [snapshotMode.file]: "100644", [snapshotMode.executable]: "100755", [snapshotMode.link]: "120000" };

function modeText(version: FileVersion | undefined): string {
  return gitModes[version?.mode ?? snapshotMode.file];
}

/** Whether git treats it as binary: a zero byte near the beginning. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

/** A path as git writes it (`quote_c_style`): quoted, with bytes in octal, where it has more than plain characters. */
function quoted(path: string): string {
  if (/^[ !#-[\]-~]*$/.test(path)) return path;
  const bytes = [...new TextEncoder().encode(path)].map((byte) => {
    const character = String.fromCharCode(byte);
    if (/["\\]/.test(character)) return `\\${character}`;
    return byte >= 0x20 && byte < 0x7f ? character : `\\${byte.toString(8).padStart(3, "0")}`;
  });
  return `"${bytes.join("")}"`;
}

/** A path at the end of a line. A tab after it shows that blanks belong to the name. */
function named(path: string): string {
  return path.includes(" ") ? `${quoted(path)}\t` : quoted(path);
}

async function objectId(version: FileVersion | undefined): Promise<string | undefined> {
  if (!version) return "0".repeat(40);
  if (!crypto.subtle) return undefined;
  const head = new TextEncoder().encode(`blob ${version.bytes.length}\0`);
  const whole = new Uint8Array(head.length + version.bytes.length);
  whole.set(head);
  whole.set(version.bytes, head.length);
  const hash = await crypto.subtle.digest("SHA-1", whole);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

type Line = readonly [sign: " " | "-" | "+", text: string];

interface Hunk {
  /** The number of lines on each side before the hunk. */
  readonly before: number;
  readonly now: number;
  readonly lines: readonly Line[];
}

/** Unchanged lines around each change. */
const context = 3;

function hunksBetween(before: string, now: string): readonly Hunk[] {
  const lines = changedLines(linesOf(before), linesOf(now));
  const hunks: Hunk[] = [];
  let start = 0;
  while (start < lines.length) {
    const first = lines.findIndex(([sign], index) => index >= start && sign !== " ");
    if (first === -1) break;
    const from = Math.max(start, first - context);
    const end = hunkEnd(lines, first);
    hunks.push({ before: countOf(lines, from, "+"), now: countOf(lines, from, "-"), lines: lines.slice(from, end) });
    start = end;
  }
  return hunks;
}

/** The end of the hunk with the change at `first` and all changes so close that their context lines would touch. */
function hunkEnd(lines: readonly Line[], first: number): number {
  let last = first;
  for (let at = first; at < lines.length && at - last <= context * 2; at++) if (lines[at]?.[0] !== " ") last = at;
  return Math.min(lines.length, last + context + 1);
}

/** How many of the first `end` lines belong to the side that has no lines with the sign `other`. */
function countOf(lines: readonly Line[], end: number, other: Line[0]): number {
  let count = 0;
  for (let at = 0; at < end; at++) if (lines[at]?.[0] !== other) count++;
  return count;
}

/** Beyond this many differing lines the whole text is replaced: a diff takes time that grows with their square. */
const mostDiffering = 3000;

function changedLines(before: string[], now: string[]): readonly Line[] {
  const changes = diffArrays(before, now, { maxEditLength: mostDiffering });
  if (!changes) return [...before.map((text): Line => ["-", text]), ...now.map((text): Line => ["+", text])];
  return changes.flatMap(({ value, added, removed }) =>
    value.map((text): Line => [added ? "+" : removed ? "-" : " ", text]),
  );
}

function hunkText({ before, now, lines }: Hunk): string {
  const body = lines.map(
    ([sign, text]) => sign + (text.endsWith("\n") ? text : `${text}\n\\ No newline at end of file\n`),
  );
  return `@@ -${rangeText(before, countOf(lines, lines.length, "+"))} +${rangeText(now, countOf(lines, lines.length, "-"))} @@\n${body.join("")}`;
}

/** An empty range is named by the line before it; one line needs no count. */
function rangeText(before: number, count: number): string {
  if (count === 1) return `${before + 1}`;
  return `${count === 0 ? before : before + 1},${count}`;
}
