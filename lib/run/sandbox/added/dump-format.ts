import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";

/** A part of hexdump's format: a text, printed a number of times, each time for so many bytes. */
export interface DumpUnit {
  readonly times: number;
  readonly size: number;
  readonly text: string;
}

/** Most times that the units of a format are printed for one line of a dump. */
const mostTimes = 65_536;

/** `4/1 "%02x" "\n"`. @throws OptionError */
export function unitsIn(format: string): readonly DumpUnit[] {
  const form = /\s*(?:(\d+)?(?:\/(\d+))?\s*)"((?:[^"\\]|\\.)*)"\s*/y;
  const units: DumpUnit[] = [];
  while (form.lastIndex < format.length) {
    const found = form.exec(format);
    if (!found) throw new OptionError(`the format ${format} is not possible here`);
    const [, times = "1", size, text = ""] = found;
    const takes = conversion.test(text) ? Number(size ?? "4") : 0;
    units.push({ times: Number(times), size: takes, text: text.replaceAll(/\\([nrt\\"])/g, escaped) });
  }
  const wrong = units.find(({ text }) => (text.match(/%/g)?.length ?? 0) > (conversion.test(text) ? 1 : 0));
  if (wrong) throw new OptionError(`the format "${wrong.text}" is not possible here`);
  if (units.reduce((sum, { times }) => sum + times, 0) > mostTimes)
    throw new OptionError(`no more than ${mostTimes} parts of a line are possible here`);
  return units;
}

function escaped(_: string, sign: string): string {
  return { n: "\n", r: "\r", t: "\t" }[sign] ?? sign;
}

const conversion = /%(-?)(0?)(\d*)(?:\.(\d+))?(?:([xXduoc])|_([pc]))/;

/** What the units print of bytes; for a unit without any left a blank in place of its value. */
export function ofUnits(units: readonly DumpUnit[], bytes: Uint8Array): string {
  let at = 0;
  let text = "";
  for (const unit of units) {
    for (let time = 0; time < unit.times; time++) {
      const part = bytes.subarray(at, at + unit.size);
      at += unit.size;
      text += printed(unit, part);
    }
  }
  return text;
}

function printed({ text, size }: DumpUnit, part: Uint8Array): string {
  const [whole = "", left, zero, width, digits, letter, sign] = conversion.exec(text) ?? [];
  if (whole === "") return text;
  const value = part.reduceRight((sum, byte) => sum * 256 + byte, 0);
  const isGone = size > 0 && part.length === 0;
  const shown = isGone ? "" : shownAs(letter ?? sign ?? "", value).padStart(Number(digits ?? 0), "0");
  const length = Number(width);
  const padded = left ? shown.padEnd(length) : shown.padStart(length, zero && !isGone ? "0" : " ");
  return text.replace(whole, () => padded);
}

function shownAs(letter: string, value: number): string {
  if (letter === "x") return value.toString(16);
  if (letter === "X") return value.toString(16).toUpperCase();
  if (letter === "o") return value.toString(8);
  if (letter === "c") return String.fromCharCode(value);
  if (letter === "p") return value >= 32 && value < 127 ? String.fromCharCode(value) : ".";
  return String(value);
}
