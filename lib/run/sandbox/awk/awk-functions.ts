import { formatDate } from "#lib/run/sandbox/dates/date-format.ts";
import { momentOf, zoneOf } from "#lib/run/sandbox/dates/zones.ts";
import { matchesIn, type Pattern } from "#lib/run/sandbox/patterns/pattern.ts";
import { formatted } from "./awk-format.ts";
import type { AwkMachine } from "./awk-machine.ts";
import { awkPattern } from "./awk-pattern.ts";
import { placesLike } from "./awk-record.ts";
import { AwkError } from "./awk-syntax.ts";
import { AwkInput, type AwkValue, isTrue, toNumber } from "./awk-values.ts";
import type { AwkArray } from "./awk-variables.ts";
import { follow, type Now } from "./now.ts";

type Act = (machine: AwkMachine, values: readonly AwkValue[]) => Now<AwkValue>;

/** The functions that take values only. */
export const awkFunctions: Readonly<Record<string, Act>> = {
  index: (machine, [text, part]) => codePoints(machine.text(text), machine.text(text).indexOf(machine.text(part))) + 1,
  substr: (machine, [text, start, length]) => {
    const signs = signsOf(machine.text(text));
    const from = Math.max(1, Math.trunc(toNumber(start)));
    const to = length === undefined ? Number.POSITIVE_INFINITY : from + Math.max(0, Math.trunc(toNumber(length)));
    const part = signs.slice(from - 1, to - 1);
    return typeof part === "string" ? part : part.join("");
  },
  sprintf: (machine, [format, ...values]) => formatted(machine.text(format), values, machine.textOf("CONVFMT")),
  sin: (_, [value]) => Math.sin(toNumber(value)),
  cos: (_, [value]) => Math.cos(toNumber(value)),
  atan2: (_, [y, x]) => Math.atan2(toNumber(y), toNumber(x)),
  exp: (_, [value]) => Math.exp(toNumber(value)),
  log: (_, [value]) => Math.log(toNumber(value)),
  sqrt: (_, [value]) => Math.sqrt(toNumber(value)),
  int: (_, [value]) => Math.trunc(toNumber(value)) + 0,
  rand: (machine) => {
    // A generator by Tommy Ettinger ("mulberry32"): scripts expect the same numbers each time.
    machine.seed = (machine.seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(machine.seed ^ (machine.seed >>> 15), 1 | machine.seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  },
  srand: (machine, [seed]) => {
    const before = machine.seeded;
    machine.seeded = seed === undefined ? Math.floor(Date.now() / 1000) : Math.trunc(toNumber(seed));
    machine.seed = machine.seeded;
    return before;
  },
  tolower: (machine, [text]) => machine.text(text).toLowerCase(),
  toupper: (machine, [text]) => machine.text(text).toUpperCase(),
  system: (machine, [line]) =>
    machine.outputs.run(machine.text(line)).then(({ out, status }) => {
      machine.outputs.stdout += out;
      return status;
    }),
  close: (machine, [name]) => {
    const text = machine.text(name);
    const isRead = machine.inputs.close(text);
    return follow(machine.outputs.close(text), (status) => (isRead ? 0 : status));
  },
  fflush: (machine) => {
    machine.outputs.flush();
    return 0;
  },
  systime: () => Math.floor(Date.now() / 1000),
  strftime: (machine, [format, time, utc]) =>
    dateText(
      machine.text(format ?? "%a %b %e %H:%M:%S %Z %Y"),
      time === undefined ? Date.now() / 1000 : toNumber(time),
      utc,
    ),
  mktime: (machine, [text, utc]) => {
    const fields = machine.text(text).trim().split(/\s+/).map(Number);
    if (fields.length < 6 || fields.some(Number.isNaN)) return -1;
    const [year = 0, month = 0, ...rest] = fields;
    return momentOf(zoneOf(isTrue(utc) ? "UTC" : undefined), [year, month - 1, ...rest.slice(0, 4)]) / 1000;
  },
  and: (_, values) => ofBits(values, (a, b) => a & b),
  or: (_, values) => ofBits(values, (a, b) => a | b),
  xor: (_, values) => ofBits(values, (a, b) => a ^ b),
  lshift: (_, values) => ofBits(values, (a, b) => a << b),
  rshift: (_, values) => ofBits(values, (a, b) => a >> b),
  compl: (_, [value]) => {
    const bits = BigInt.asUintN(64, ~BigInt(Math.trunc(toNumber(value))));
    // As many as a number has, from the first that is set.
    return Number(bits & ((2n ** 53n - 1n) * (bits & -bits)));
  },
  strtonum: (machine, [value]) => {
    const text = machine.text(value);
    if (/^0[xX][0-9a-fA-F]+$/.test(text)) return Number(text);
    return /^0[0-7]+$/.test(text) ? Number.parseInt(text, 8) : toNumber(value);
  },
  gensub: (machine, [pattern, by, which, target]) => {
    const text = machine.text(target ?? machine.record.field(0));
    const at = machine.text(which);
    const parts = (found: RegExpExecArray) =>
      machine.text(by).replaceAll(/\\(\\|&|\d)|&/g, (whole, sign: string | undefined) => {
        if (sign === undefined || sign === "0") return found[0];
        return /\d/.test(sign) ? (found[Number(sign)] ?? "") : (whole[1] ?? "");
      });
    return replaced(
      text,
      awkPattern(machine.text(pattern), machine.ignoresCase),
      parts,
      /^[gG]/.test(at) ? "all" : Number(at) || 1,
    ).text;
  },
};

function ofBits(values: readonly AwkValue[], act: (a: bigint, b: bigint) => bigint): number {
  return Number(values.map((value) => BigInt(Math.trunc(toNumber(value)))).reduce(act));
}

/** The text's characters: itself if each is one unit. */
function signsOf(text: string): string | string[] {
  return /[\ud800-\udbff]/.test(text) ? Array.from(text) : text;
}

function codePoints(text: string, units: number): number {
  return units <= 0 ? units : lengthOf(text.slice(0, units));
}

export function lengthOf(text: string): number {
  return signsOf(text).length;
}

/** `sub` and `gsub`, on a text: `&` in `by` stands for what was found. */
export function substitute(text: string, pattern: Pattern, by: string, isAll: boolean) {
  const parts = (found: RegExpExecArray) =>
    by.includes("&") || by.includes("\\")
      ? by.replaceAll(/\\\\&|\\&|\\\\|&/g, (sign) => {
          if (sign === "\\\\&") return `\\${found[0]}`;
          return sign === "&" ? found[0] : sign === "\\&" ? "&" : sign;
        })
      : by;
  return replaced(text, pattern, parts, isAll ? "all" : 1);
}

/** @param which the number of the match to replace, or all */
function replaced(text: string, pattern: Pattern, by: (found: RegExpExecArray) => string, which: number | "all") {
  const found = matchesIn(text, pattern);
  const wanted = which === "all" ? found : found.slice(which - 1, which);
  let [made, from] = ["", 0];
  for (const match of wanted) {
    made += text.slice(from, match.index) + by(match);
    from = match.index + match[0].length;
  }
  return { text: made + text.slice(from), count: wanted.length };
}

/** Makes the parts an array's only elements. @returns their number */
export function putInto(array: AwkArray, parts: readonly string[]): number {
  array.clear();
  for (const [at, part] of parts.entries()) array.set(String(at + 1), new AwkInput(part));
  return parts.length;
}

/** Makes what stands between the parts of a split text an array's only elements; blanks before the first one are its element 0. */
export function putSeparators(array: AwkArray, text: string, separator: string | Pattern): void {
  array.clear();
  const isBlanks = separator === " ";
  const plain = isBlanks ? "[ \\t\\n]+" : separator === "^" ? "\\^" : separator;
  if (plain === "") return;
  const source = typeof plain === "string" && plain.length === 1 && plain !== "\\" ? `[${plain}]` : plain;
  const found = matchesIn(text, typeof source === "string" ? awkPattern(source) : source).filter(
    ([whole]) => whole !== "",
  );
  const first = isBlanks && found[0]?.index === 0 ? 0 : 1;
  for (const [at, [whole]] of found.entries()) array.set(String(first + at), new AwkInput(whole));
}

/** `patsplit`: makes what matches an array's only elements, and what is before, between and behind another's. @returns their number */
export function putLike(text: string, pattern: Pattern, parts: AwkArray, rests: AwkArray | undefined): number {
  const found = placesLike(text, pattern);
  rests?.clear();
  let from = 0;
  for (const [at, { index, 0: part }] of found.entries()) {
    rests?.set(String(at), new AwkInput(text.slice(from, index)));
    from = index + part.length;
  }
  if (text !== "") rests?.set(String(found.length), new AwkInput(text.slice(from)));
  return putInto(
    parts,
    found.map(([part]) => part),
  );
}

/** Sets `RSTART` and `RLENGTH`, and with an array what groups matched, and where. */
export function matchIn(machine: AwkMachine, text: string, pattern: Pattern, groups?: AwkArray): number {
  pattern.lastIndex = 0;
  const found = pattern.exec(text);
  const start = found ? codePoints(text, found.index) + 1 : 0;
  machine.slot("RSTART").value = start;
  machine.slot("RLENGTH").value = found ? lengthOf(found[0]) : -1;
  groups?.clear();
  for (const [at, part] of found?.entries() ?? []) {
    if (part === undefined) continue;
    groups?.set(String(at), new AwkInput(part));
    const key = `${at}${machine.textOf("SUBSEP")}`;
    groups?.set(`${key}start`, codePoints(text, found?.indices?.[at]?.[0] ?? 0) + 1);
    groups?.set(`${key}length`, lengthOf(part));
  }
  return start;
}

/** @throws AwkError */
function dateText(format: string, seconds: number, utc: AwkValue): string {
  if (!(Math.abs(seconds) < 8.64e12)) throw new AwkError("a time is out of range");
  const zone = zoneOf(isTrue(utc) ? "UTC" : undefined);
  return formatDate(format, { seconds: Math.floor(seconds), nanoseconds: 0 }, zone);
}
