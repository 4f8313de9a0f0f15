import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import { type Order, orderLetters, orderOf } from "./orders.ts";

/** A place in a line: fields before it, and characters of its field. */
interface Position {
  readonly fields: number;
  readonly signs: number;
  readonly skipsBlanks: boolean;
}

/** A part of a line, and how it is compared. */
export interface Key {
  /** Absent for the whole line. */
  readonly begin?: Position;
  readonly end?: Position;
  readonly order: Order<unknown>;
  readonly isReversed: boolean;
}

const form = /^(\d+)(?:\.(\d+))?([bdfghiMnRrV]*)(?:,(\d+)(?:\.(\d+))?([bdfghiMnRrV]*))?$/;

/**
 * The key of `-k2,2n`.
 * @param usual the letters that hold where a key has none of its own
 * @throws OptionError
 */
export function readKey(text: string, usual: ReadonlySet<string>): Key {
  const [whole, field, sign, own = "", last, lastSign, ownEnd = ""] = form.exec(text) ?? [];
  if (whole === undefined) throw new OptionError(`invalid number at field start: invalid count at start of '${text}'`);
  if (Number(field) === 0 || Number(last ?? 1) === 0)
    throw new OptionError(`field number is zero: invalid field specification '${text}'`);
  if (sign !== undefined && Number(sign) === 0)
    throw new OptionError(`character offset is zero: invalid field specification '${text}'`);
  const letters = own + ownEnd === "" ? usual : new Set(own + ownEnd);
  const isPlain = own + ownEnd === "";
  const skips = (given: string) => (isPlain ? usual.has("b") : given.includes("b"));
  const begin = { fields: Number(field) - 1, signs: Number(sign ?? 1) - 1, skipsBlanks: skips(own) };
  const end = { fields: Number(last) - 1, signs: Number(lastSign ?? 0), skipsBlanks: skips(ownEnd) };
  return { ...keyOf(letters), begin, ...(last !== undefined && { end }) };
}

/** The key of a whole line. @throws OptionError for orders that exclude each other */
export function keyOf(letters: ReadonlySet<string>): Key {
  const orders = [...letters].filter((each) => orderLetters.includes(each));
  const texts = [...letters].filter((each) => "di".includes(each));
  if (orders.length > 1 || (texts.length > 0 && /[ghMn]/.test(orders.join(""))))
    throw new OptionError(`options '-${[...texts, ...orders].sort().join("")}' are incompatible`);
  const begin = letters.has("b") ? { begin: { fields: 0, signs: 0, skipsBlanks: true } } : {};
  return { ...begin, order: orderOf(letters), isReversed: letters.has("r") };
}

/** The part of a line that a key names. @param tab what fields are parted by; blanks before them where it is `undefined` */
export function partOf(line: string, { begin, end }: Key, tab: string | undefined): string {
  if (!begin) return line;
  const from = Math.min(line.length, skipped(line, behindFields(line, begin.fields, tab), begin) + begin.signs);
  if (!end) return line.slice(from);
  return line.slice(from, Math.max(from, endOf(line, end, tab)));
}

function endOf(line: string, end: Position, tab: string | undefined): number {
  const { fields, signs } = end;
  if (signs > 0) return Math.min(line.length, skipped(line, behindFields(line, fields, tab), end) + signs);
  if (tab === undefined) return behindFields(line, fields + 1, tab);
  const next = line.indexOf(tab, behindFields(line, fields, tab));
  return next < 0 ? line.length : next;
}

function skipped(line: string, at: number, { skipsBlanks }: Position): number {
  return skipsBlanks ? at + (blanks(line, at)?.length ?? 0) : at;
}

function blanks(line: string, at: number): string | undefined {
  const pattern = /[ \t\n]*/y;
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0];
}

/** Where a line goes on behind so many fields. */
function behindFields(line: string, count: number, tab: string | undefined): number {
  let at = 0;
  if (tab === undefined) {
    const field = /[ \t\n]*[^ \t\n]*/y;
    for (let each = 0; each < count && at < line.length; each++) {
      field.lastIndex = at;
      at += field.exec(line)?.[0].length ?? 0;
    }
    return at;
  }
  for (let each = 0; each < count; each++) {
    const next = line.indexOf(tab, at);
    if (next < 0) return line.length;
    at = next + 1;
  }
  return at;
}
