import { isObject, parseJson } from "#lib/plain-json.ts";
import { type FileChange, type FileVersion, isLink, withMoves } from "#lib/share/changes/file-change.ts";
import { isSameBytes } from "#lib/vfs/bytes.ts";
import { exactText } from "#lib/vfs/files.ts";
import { pathObjection } from "#lib/vfs/limits.ts";
import { snapshotMode } from "#lib/vfs/snapshot.ts";
import { editedText, type LineEdit, lineEdit } from "./line-edit.ts";

/**
 * The changes in a link: to the files of its first source, and to the workspace's own files, by their paths in the
 * whole tree.
 */
export interface LinkedChanges {
  readonly source: readonly LinkedChange[];
  readonly own: readonly LinkedChange[];
}

/** A change to one file, as JSON with short names. */
export interface LinkedChange {
  /** Path of the file. */
  readonly p: string;
  /** The whole new text, or for a binary file its bytes in base64. */
  readonly t?: string;
  readonly b?: string;
  /** Line edits to the file at `f`, or else at `p`, whose checksum is `c`. */
  readonly l?: LineEdit;
  readonly c?: number;
  readonly f?: string;
  /** Deleted. */
  readonly d?: 1;
  /** Executable. */
  readonly x?: 1;
}

/** The most files that a link may change; more can be passed on as a workspace file. */
const mostChanges = 500;

/** Changes as bytes; changes of symbolic links are left out. */
export function encodeChanges(source: readonly FileChange[], own: readonly FileChange[]): Uint8Array<ArrayBuffer> {
  const carried = { s: source.flatMap(linkedChange), o: own.flatMap(linkedChange) };
  return new TextEncoder().encode(JSON.stringify(carried));
}

function linkedChange({ path, from, before, now }: FileChange): LinkedChange[] {
  if ((before && isLink(before)) || (now && isLink(now))) return [];
  if (!now) return [{ p: path, d: 1 }];
  const gone: LinkedChange[] = from === undefined ? [] : [{ p: from, d: 1 }];
  const x = now.mode === snapshotMode.executable ? ({ x: 1 } as const) : {};
  const text = exactText(now.bytes);
  if (text === undefined) return [{ p: path, b: base64(now.bytes), ...x }, ...gone];
  const whole = { p: path, t: text, ...x };
  const old = before && exactText(before.bytes);
  const edit = old === undefined ? undefined : lineEdit(old, text);
  if (!before || !edit) return [whole, ...gone];
  const lines = { p: path, l: edit, c: checksum(before.bytes), ...(from !== undefined && { f: from }), ...x };
  return [JSON.stringify(lines).length < JSON.stringify(whole).length ? lines : whole, ...gone];
}

/** The changes in these bytes; `undefined` where they are not changes that a link may contain. Never throws. */
export function readChanges(bytes: Uint8Array): LinkedChanges | undefined {
  const text = exactText(bytes);
  const read = text === undefined ? undefined : parseJson(text);
  if (!isObject(read) || !isList(read.s, isSourceChange) || !isList(read.o, isOwnChange)) return undefined;
  const all = [...read.s.map(({ p }) => `s${p}`), ...read.o.map(({ p }) => `o${p}`)];
  // Two changes of the same file would contradict each other.
  if (all.length === 0 || all.length > mostChanges || new Set(all).size < all.length) return undefined;
  return { source: read.s, own: read.o };
}

function isList<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is readonly Item[] {
  return Array.isArray(value) && value.length <= mostChanges && value.every(isItem);
}

function isSourceChange(value: unknown): value is LinkedChange {
  if (!isObject(value)) return false;
  const { p, t, b, l, c, f, d, x } = value;
  if (!isPath(p) || (f !== undefined && !isPath(f)) || (d ?? 1) !== 1 || (x ?? 1) !== 1) return false;
  if ([t, b, l, d].filter((one) => one !== undefined).length !== 1) return false;
  if (l !== undefined) return typeof c === "number" && isLineEdit(l);
  if (b !== undefined) return typeof b === "string" && bytesOf(b) !== undefined;
  return t === undefined || (typeof t === "string" && t.isWellFormed());
}

/** Whether a change is to the workspace's own files: these are in its two folders, and have no source. */
function isOwnChange(value: unknown): value is LinkedChange {
  return isSourceChange(value) && /^(?:workspace|home\/user)\/./.test(value.p) && value.l === undefined;
}

function isPath(value: unknown): value is string {
  return typeof value === "string" && pathObjection(value) === undefined;
}

function isLineEdit(value: unknown): value is LineEdit {
  if (!Array.isArray(value) || value.length > 10_000) return false;
  return value.every((step) => (typeof step === "string" ? step.isWellFormed() : Number.isSafeInteger(step)));
}

/** The result of applying changes to files: all of them, or the paths of those that do not fit, with the reason. */
export type FittedChanges =
  | { readonly kind: "fits"; readonly changes: readonly FileChange[] }
  | { readonly kind: "unfit"; readonly reasons: readonly { readonly path: string; readonly reason: string }[] };

/**
 * Applies changes to the files for which they were made. All fit, or none is applied. Moves are told as their author saw them.
 * @param read the source's file at a path
 * @param standing the present file at a path, where it differs because of the person's own changes
 */
export function fitChanges(
  changes: readonly LinkedChange[],
  read: (path: string) => FileVersion | undefined,
  standing: (path: string) => FileVersion | undefined = read,
): FittedChanges {
  const fitted: FileChange[] = [];
  const reasons: { path: string; reason: string }[] = [];
  for (const change of changes) {
    const path = change.p;
    const now = versionAfter(change, read);
    const before = standing(path);
    if (typeof now === "string") reasons.push({ path, reason: now });
    else if (!isAlike(before, now)) fitted.push({ path, ...(before && { before }), ...(now && { now }) });
  }
  return reasons.length > 0 ? { kind: "unfit", reasons } : { kind: "fits", changes: withMoves(fitted) };
}

function versionAfter(
  { p, t, b, l, c, f, d, x }: LinkedChange,
  read: (path: string) => FileVersion | undefined,
): FileVersion | undefined | string {
  if (d) return undefined;
  const mode = x ? snapshotMode.executable : snapshotMode.file;
  if (t !== undefined) return { mode, bytes: new TextEncoder().encode(t) };
  if (b !== undefined) return { mode, bytes: bytesOf(b) ?? new Uint8Array() };
  const base = read(f ?? p);
  if (!base) return "the file is not there";
  const old = checksum(base.bytes) === c ? exactText(base.bytes) : undefined;
  const text = old === undefined ? undefined : editedText(old, l ?? []);
  return text === undefined
    ? "the file is another one than the change was made for"
    : { mode, bytes: new TextEncoder().encode(text) };
}

function isAlike(a: FileVersion | undefined, b: FileVersion | undefined): boolean {
  if (!a || !b) return a === b;
  return a.mode === b.mode && isSameBytes(a.bytes, b.bytes);
}

/**
 * A checksum (FNV-1a) against accidental mismatch, not against an attacker: a person sees the result of a change before
 * it is made.
 */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function bytesOf(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.replace(/=+$/, "").length % 4 === 1) return undefined;
  return Uint8Array.from(atob(text.replace(/=+$/, "")), (character) => character.charCodeAt(0));
}
