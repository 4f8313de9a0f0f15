import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { escapedBytes } from "#lib/run/sandbox/escaped-text.ts";
import { latin1 } from "#lib/run/sandbox/latin1.ts";

const forms: OptionForms = {
  letters: "cCdst",
  withValue: "",
  long: { complement: "c", delete: "d", "squeeze-repeats": "s", "truncate-set1": "t" },
  endAtWord: true,
};

/** GNU's tr, which knows bytes only; the shell's own takes characters. @throws OptionError */
export async function tr(args: readonly string[], { stdin }: CommandContext): Promise<CommandResult> {
  const { words, has } = readOptions(args, forms);
  const [first, second, more] = words;
  if (first === undefined) throw new OptionError("missing operand");
  if (more !== undefined) throw new OptionError(`extra operand '${more}'`);
  const isOther = has("c", "C");
  const from = setOf(first, undefined);
  const chosen = isOther ? all.filter((sign) => !from.includes(sign)) : from;
  let text = stdin as unknown as string;
  if (has("d")) {
    if (second !== undefined && !has("s")) throw new OptionError(`extra operand '${second}'`);
    const gone = new Set(chosen);
    text = Array.from(text, (sign) => (gone.has(sign) ? "" : sign)).join("");
  } else if (second !== undefined) text = translated(text, chosen, setOf(second, chosen.length), has("t"));
  else if (!has("s")) throw new OptionError(`missing operand after '${first}'`);
  const squeezed = second === undefined ? chosen : setOf(second, has("d") ? undefined : chosen.length);
  return {
    stdout: has("s") ? withoutRepeats(text, new Set(squeezed)) : text,
    stderr: "",
    exitCode: 0,
    stdoutKind: "bytes",
  };
}

/** All bytes, each as a character. */
const all: readonly string[] = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));

/** @throws OptionError */
function translated(text: string, from: readonly string[], to: readonly string[], isCut: boolean): string {
  if (to.length === 0 && from.length > 0 && !isCut)
    throw new OptionError("when not truncating set1, string2 must be non-empty");
  // The last of a shorter set stands for all the rest. Of a byte that is named twice the last meaning counts.
  const pairs = from
    .slice(0, isCut ? to.length : undefined)
    .map((sign, at) => [sign, to[at] ?? to.at(-1) ?? sign] as const);
  const map = new Map(pairs);
  return Array.from(text, (sign) => map.get(sign) ?? sign).join("");
}

function withoutRepeats(text: string, squeezed: ReadonlySet<string>): string {
  let kept = "";
  for (const sign of text) if (!squeezed.has(sign) || !kept.endsWith(sign)) kept += sign;
  return kept;
}

/** A byte, by itself or behind a backslash. */
const one = "(?:\\\\(?:[0-7]{1,3}|[^])|[^\\\\]|\\\\$)";

const element = new RegExp(
  [
    "\\[:(?<name>\\w+):\\]",
    "\\[=(?<same>[^])=\\]",
    `\\[(?<repeated>${one})\\*(?<times>\\d*)\\]`,
    `(?<start>${one})-(?<end>(?!\\])${one})`,
    `(?<sign>${one})`,
  ].join("|"),
  "y",
);

/**
 * The bytes of a set, in order.
 * @param length of the first set, which a `[c*]` of the second one fills up to
 * @throws OptionError
 */
function setOf(given: string, length: number | undefined): readonly string[] {
  const text = latin1(escapedBytes(given));
  const signs: string[] = [];
  element.lastIndex = 0;
  let filling: { readonly at: number; readonly sign: string } | undefined;
  for (let found = element.exec(text); found; found = element.exec(text)) {
    const { repeated, times = "" } = found.groups ?? {};
    if (repeated === undefined) signs.push(...elementOf(found.groups ?? {}));
    else if (length === undefined) throw new OptionError("the [c*] repeat construct may not appear in string1");
    else if (times === "" || Number(times) === 0) filling = { at: signs.length, sign: plain(repeated) };
    else signs.push(...Array.from({ length: timesOf(times) }, () => plain(repeated)));
  }
  if (filling) signs.splice(filling.at, 0, ...repeat(filling.sign, (length ?? 0) - signs.length));
  return signs;
}

function repeat(sign: string, times: number): readonly string[] {
  return Array.from({ length: Math.max(0, times) }, () => sign);
}

/** A number is octal if it begins with 0; more than there are bytes makes no difference. */
function timesOf(given: string): number {
  return Math.min(256, Number.parseInt(given, given.startsWith("0") ? 8 : 10));
}

/** @throws OptionError */
function elementOf({
  name,
  same,
  start,
  end,
  sign = "",
}: Readonly<Record<string, string | undefined>>): readonly string[] {
  if (name !== undefined) {
    const bytes = classes[name];
    if (!bytes) throw new OptionError(`invalid character class '${name}'`);
    return all.filter((each) => bytes.test(each));
  }
  if (start === undefined || end === undefined) return [same ?? plain(sign)];
  const [first, last] = [plain(start).charCodeAt(0), plain(end).charCodeAt(0)];
  if (first > last)
    throw new OptionError(`range-endpoints of '${start}-${end}' are in reverse collating sequence order`);
  return all.slice(first, last + 1);
}

const classes: Readonly<Record<string, RegExp>> = {
  ...{ alpha: /[a-zA-Z]/, digit: /\d/, alnum: /[a-zA-Z0-9]/, upper: /[A-Z]/, lower: /[a-z]/, space: /[\t-\r ]/ },
  ...{ blank: /[ \t]/, punct: /[!-/:-@[-`{-~]/, cntrl: /[^ -~\u0080-\u00ff]/, xdigit: /[\da-fA-F]/ },
  ...{ graph: /[!-~]/, print: /[ -~]/ },
};

const escapes: Readonly<Record<string, string>> = { a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** A sign, or what a backslash makes of one. */
function plain(given: string): string {
  if (given.length === 1) return given;
  const rest = given.slice(1);
  if (/^[0-7]+$/.test(rest)) return String.fromCharCode(Number.parseInt(rest, 8) & 255);
  return escapes[rest] ?? rest;
}
