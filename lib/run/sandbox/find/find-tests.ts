import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext } from "#lib/run/sandbox/commands/command-types.ts";
import { now } from "#lib/run/sandbox/dates/date.ts";
import { readDate } from "#lib/run/sandbox/dates/date-text.ts";
import { zoneOf } from "#lib/run/sandbox/dates/zones.ts";
import { modeChange } from "#lib/run/sandbox/paths/mode-text.ts";
import { numbersOf, resolve } from "#lib/run/sandbox/shell-files.ts";
import { type Found, letterOf, nameOf, sizeOf } from "./find-files.ts";
import { globPattern, patternIn } from "./find-patterns.ts";

/** Whether a file is what a word of find says. */
export type Test = (found: Found) => boolean | Promise<boolean>;

/** What tests are made from. */
export interface Testing {
  readonly context: CommandContext;
  /** The syntax of patterns, by `-regextype`. */
  readonly syntax: string;
}

type Make = (value: string, testing: Testing) => Test | Promise<Test>;

/** Tests without a value. */
export const plainTests: Readonly<Record<string, Test>> = {
  "-empty": ({ stat, names }) => (stat.isDirectory ? names.length === 0 : stat.isFile && stat.size === 0),
  "-executable": ({ stat }) => (stat.mode & 0o100) !== 0,
  "-false": () => false,
  "-nogroup": () => false,
  "-nouser": () => false,
  "-readable": ({ stat }) => (stat.mode & 0o400) !== 0,
  "-true": () => true,
  "-writable": ({ stat }) => (stat.mode & 0o200) !== 0,
};

/** Tests with a value, by their names. */
export const valueTests: Readonly<Record<string, Make>> = {
  "-name": (value) => byName(value, false),
  "-iname": (value) => byName(value, true),
  "-path": (value) => byPath(value, false),
  "-wholename": (value) => byPath(value, false),
  "-ipath": (value) => byPath(value, true),
  "-iwholename": (value) => byPath(value, true),
  "-lname": (value) => byTarget(value, false),
  "-ilname": (value) => byTarget(value, true),
  "-regex": (value, { syntax }) => byPattern(value, syntax, "s"),
  "-iregex": (value, { syntax }) => byPattern(value, syntax, "is"),
  "-type": (value) => byType(value, (found) => letterOf(found.stat)),
  "-xtype": (value) => byType(value, ({ stat, end }) => letterOf(end ?? stat)),
  "-size": bySize,
  "-perm": byMode,
  "-links": (value) => byCount("-links", value, ({ stat }) => numbersOf(stat).links),
  "-inum": (value) => byCount("-inum", value, ({ stat }) => numbersOf(stat).ino),
  "-user": (value) => byOwner("user", value),
  "-group": (value) => byOwner("group", value),
  "-uid": (value) => byCount("-uid", value, () => 1000),
  "-gid": (value) => byCount("-gid", value, () => 1000),
  "-newer": newerThan,
  "-anewer": newerThan,
  "-cnewer": newerThan,
  "-samefile": sameAs,
  ...Object.fromEntries(
    ["m", "a", "c"].flatMap((letter): [string, Make][] => [
      [`-${letter}time`, (value) => byAge(`-${letter}time`, value, 86_400, true)],
      [`-${letter}min`, (value) => byAge(`-${letter}min`, value, 60, false)],
      [`-newer${letter}t`, newerThanTime],
      ...["m", "a", "c"].map((other): [string, Make] => [`-newer${letter}${other}`, newerThan]),
    ]),
  ),
};

function byName(glob: string, ignoreCase: boolean): Test {
  const pattern = globPattern(glob, ignoreCase);
  return ({ path }) => pattern.test(nameOf(path));
}

function byPath(glob: string, ignoreCase: boolean): Test {
  const pattern = globPattern(glob, ignoreCase);
  return ({ path }) => pattern.test(path);
}

function byTarget(glob: string, ignoreCase: boolean): Test {
  const pattern = globPattern(glob, ignoreCase);
  return ({ target }) => target !== undefined && pattern.test(target);
}

/** @throws OptionError */
function byPattern(text: string, syntax: string, flags: string): Test {
  const pattern = patternIn(syntax, text, flags);
  return ({ path }) => pattern.test(path);
}

/** @throws OptionError */
function byType(value: string, letter: (found: Found) => string): Test {
  const wanted = value.split(",");
  const wrong = wanted.find((each) => !/^[bcdpflsD]$/.test(each));
  if (wrong !== undefined) throw new OptionError(`Unknown argument to -type: ${wrong}`);
  return (found) => wanted.includes(letter(found));
}

const units: Readonly<Record<string, number>> = { c: 1, w: 2, b: 512, k: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** Whole units, rounded up. @throws OptionError */
function bySize(value: string): Test {
  const unit = units[value.at(-1) ?? ""];
  return byCount("-size", unit === undefined ? value : value.slice(0, -1), (found) =>
    Math.ceil(sizeOf(found) / (unit ?? 512)),
  );
}

/** `5`, `+5` or `-5`. @throws OptionError */
function byCount(name: string, value: string, count: (found: Found) => number): Test {
  const [, sign, digits] = /^([-+]?)(\d+(?:\.\d+)?)$/.exec(value) ?? [];
  if (digits === undefined) throw new OptionError(`invalid argument '${value}' to '${name}'`);
  const wanted = Number(digits);
  return (found) => {
    const value = count(found);
    if (sign === "+") return value > wanted;
    return sign === "-" ? value < wanted : value === wanted;
  };
}

/** Whole days are compared, but parts of minutes. @throws OptionError */
function byAge(name: string, value: string, unit: number, isWhole: boolean): Test {
  const begin = Date.now();
  const isExact = /^\d/.test(value);
  return byCount(name, value, ({ stat }) => {
    const age = (begin - stat.mtime.getTime()) / 1000 / unit;
    if (isWhole) return Math.floor(age);
    return isExact ? Math.ceil(age) : age;
  });
}

/** @throws OptionError */
function byOwner(kind: string, value: string): Test {
  if (value !== "user" && !/^\d+$/.test(value)) throw new OptionError(`'${value}' is not the name of a known ${kind}`);
  return () => value === "user" || value === "1000";
}

/** @throws OptionError */
function byMode(value: string): Test {
  const [, how, text = ""] = /^([-/]?)(.*)$/s.exec(value) ?? [];
  const wanted = modeChange(text, 0)?.(0, false);
  if (wanted === undefined) throw new OptionError(`invalid mode '${value}'`);
  return ({ stat }) => {
    const mode = stat.mode & 0o7777;
    if (how === "/") return wanted === 0 || (mode & wanted) !== 0;
    return how === "-" ? (mode & wanted) === wanted : mode === wanted;
  };
}

/** @throws OptionError */
async function newerThan(value: string, { context: { fs, cwd } }: Testing): Promise<Test> {
  const other = await fs.stat(resolve(cwd, value)).catch(() => undefined);
  if (!other) throw new OptionError(`‘${value}’: No such file or directory`);
  return ({ stat }) => stat.mtime > other.mtime;
}

/** @throws OptionError */
function newerThanTime(value: string, { context }: Testing): Test {
  const moment = readDate(value, now(), zoneOf(context.exportedEnv?.TZ));
  if (!moment) throw new OptionError(`I cannot figure out how to interpret '${value}' as a date or time`);
  const time = moment.seconds * 1000 + moment.nanoseconds / 1e6;
  return ({ stat }) => stat.mtime.getTime() > time;
}

/** @throws OptionError */
async function sameAs(value: string, { context: { fs, cwd } }: Testing): Promise<Test> {
  const place = resolve(cwd, value);
  const own = await fs.lstat(place).catch(() => undefined);
  if (!own) throw new OptionError(`'${value}': No such file or directory`);
  const { ino } = numbersOf(own);
  return ({ stat }) => numbersOf(stat).ino === ino;
}
