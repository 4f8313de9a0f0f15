import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import { formatDate, type Moment } from "#lib/run/sandbox/dates/date-format.ts";
import type { Zone } from "#lib/run/sandbox/dates/zones.ts";
import { permissions } from "#lib/run/sandbox/paths/mode-text.ts";
import { numbersOf } from "#lib/run/sandbox/shell-files.ts";
import { type Found, letterOf, nameOf, sizeOf } from "./find-files.ts";

const escapes: Readonly<Record<string, string>> = {
  ...{ a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v", "\\": "\\", "0": "\0" },
};

/** Most characters of one part. */
const widest = 4_000_000;

/** How `-printf` tells a file. @throws OptionError for a part that it does not know here */
export function printer(format: string, zone: Zone): (found: Found) => string {
  const parts: ((found: Found) => string)[] = [];
  const pattern = /\\([0-7]{1,3}|[\s\S])|%([-+ #0]*)(\d*)(?:\.(\d+))?([ACT][\s\S]|[\s\S])|%$|[^\\%]+|\\$/g;
  for (const [whole, escaped, flags = "", width = "", precision, letter] of format.matchAll(pattern)) {
    if (escaped === "c") break;
    if (escaped !== undefined) {
      const text = /^[0-7]/.test(escaped) ? String.fromCharCode(Number.parseInt(escaped, 8)) : escapes[escaped];
      parts.push(() => text ?? whole);
    } else if (letter === undefined || letter === "%") parts.push(() => (letter === "%" ? "%" : whole));
    else {
      const tell = directiveOf(letter, zone, Number(width));
      if (!tell) throw new OptionError(`-printf cannot print '${whole}' here`);
      const isNumber = /^[dsmnkbUGiD]/.test(letter);
      parts.push((found) => {
        const value = tell(found);
        const text = precision === undefined || isNumber ? value : value.slice(0, Number(precision));
        if (flags.includes("-")) return text.padEnd(Number(width));
        return text.padStart(Number(width), flags.includes("0") && isNumber ? "0" : " ");
      });
    }
  }
  return (found) => parts.map((part) => part(found)).join("");
}

function directiveOf(letter: string, zone: Zone, width: number): ((found: Found) => string) | undefined {
  if (width > widest) return undefined;
  if (/^[ACT]./s.test(letter)) return (found) => timeText(letter[1] ?? "", momentOf(found), zone);
  return directives(zone)[letter];
}

const directives = (zone: Zone): Readonly<Record<string, (found: Found) => string>> => ({
  p: ({ path }) => path,
  P: ({ path, root }) => path.slice(root.length).replace(/^\/+/, ""),
  H: ({ root }) => root,
  f: ({ path }) => nameOf(path),
  h: ({ path }) => (path.includes("/") ? path.replace(/\/+[^/]*\/*$/, "") || "/" : "."),
  d: ({ depth }) => String(depth),
  s: (found) => String(sizeOf(found)),
  k: (found) => String(blocksOf(found) / 2),
  b: (found) => String(blocksOf(found)),
  m: ({ stat }) => (stat.mode & 0o7777).toString(8),
  M: ({ stat }) => letterOf(stat).replace("f", "-") + permissions(stat.mode),
  y: ({ stat }) => letterOf(stat),
  Y: ({ stat, target, end }) => (target === undefined ? letterOf(stat) : end ? letterOf(end) : "N"),
  l: ({ target = "" }) => target,
  u: () => "user",
  g: () => "user",
  U: () => "1000",
  G: () => "1000",
  n: ({ stat }) => String(numbersOf(stat).links),
  i: ({ stat }) => String(numbersOf(stat).ino),
  D: () => "1",
  t: (found) => timeText("c", momentOf(found), zone),
  a: (found) => timeText("c", momentOf(found), zone),
  c: (found) => timeText("c", momentOf(found), zone),
});

/** Units of 512 bytes that a disk would take. */
function blocksOf(found: Found): number {
  return found.target === undefined ? Math.ceil(sizeOf(found) / 4096) * 8 : 0;
}

function momentOf({ stat: { mtime } }: Found): Moment {
  const seconds = Math.floor(mtime.getTime() / 1000);
  return { seconds, nanoseconds: (mtime.getTime() - seconds * 1000) * 1e6 };
}

function timeText(letter: string, moment: Moment, zone: Zone): string {
  const part = `.${String(moment.nanoseconds).padStart(9, "0")}0`;
  const format = (text: string) => formatDate(text, moment, zone);
  switch (letter) {
    case "@":
      return moment.seconds + part;
    case "+":
      return format("%Y-%m-%d+%H:%M:%S") + part;
    case "c":
      return `${format("%a %b %e %H:%M:%S")}${part}${format(" %Y")}`;
    case "S":
    case "T":
    case "X":
      return format(letter === "S" ? "%S" : "%H:%M:%S") + part;
    default:
      return format(`%${letter}`);
  }
}
