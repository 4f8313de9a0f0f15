import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { formatDate, type Moment } from "./date-format.ts";
import { readDate } from "./date-text.ts";
import { type Zone, zoneOf } from "./zones.ts";

const forms: OptionForms = {
  letters: "udrRI",
  withValue: "dr",
  withOwnValue: "I",
  long: {
    ...{ utc: "u", universal: "u", date: "d", reference: "r", "rfc-email": "R", "iso-8601": "I", "rfc-3339": "3" },
  },
};

const isoTimes: Readonly<Record<string, string>> = {
  ...{ date: "%Y-%m-%d", hours: "%Y-%m-%dT%H%:z", minutes: "%Y-%m-%dT%H:%M%:z", seconds: "%Y-%m-%dT%H:%M:%S%:z" },
  ns: "%Y-%m-%dT%H:%M:%S,%N%:z",
};

/** GNU's `date`; it cannot set the clock. @throws OptionError */
export async function date(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, options, has, lastOf } = readOptions(args, forms);
  const [format, ...more] = words;
  if (more[0] !== undefined) throw new OptionError(`extra operand '${more[0]}'`);
  if (format !== undefined && !format.startsWith("+"))
    throw new OptionError("the clock cannot be set here; a format begins with +");
  const zone = zoneFor(has("u"), context);
  const moment = await momentFor(lastOf("d"), lastOf("r"), context, zone);
  const usual = options.map(([letter, value]) => usualFormat(letter, value)).findLast((each) => each !== undefined);
  const text = format?.slice(1) ?? usual ?? "%a %b %e %H:%M:%S %Z %Y";
  return { stdout: `${formatDate(text, moment, zone)}\n`, stderr: "", exitCode: 0 };
}

/** The zone of the environment, or UTC. @throws OptionError for a zone that cannot be read here */
export function zoneFor(isUtc: boolean, { exportedEnv }: CommandContext): Zone {
  try {
    return zoneOf(isUtc ? "UTC" : exportedEnv?.TZ);
  } catch (cause) {
    throw new OptionError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function usualFormat(letter: string, value: string): string | undefined {
  if (letter === "R") return "%a, %d %b %Y %H:%M:%S %z";
  if (letter !== "I" && letter !== "3") return undefined;
  const name = Object.keys(isoTimes).find((each) => each.startsWith(value || "date"));
  if (name === undefined) throw new OptionError(`invalid argument '${value}'`);
  const format = isoTimes[name];
  return letter === "3" ? format?.replace("T", " ").replace(",", ".") : format;
}

async function momentFor(text: string | undefined, file: string | undefined, context: CommandContext, zone: Zone) {
  if (file !== undefined) return timeOf(file, context);
  if (text === undefined) return now();
  const moment = readDate(text, now(), zone);
  if (!moment) throw new OptionError(`invalid date ‘${text}’`);
  return moment;
}

/** When a file was last changed. @throws OptionError if it is not there */
export async function timeOf(path: string, { fs, cwd }: CommandContext): Promise<Moment> {
  try {
    const { mtime } = await fs.stat(resolve(cwd, path));
    return { seconds: Math.floor(mtime.getTime() / 1000), nanoseconds: (mtime.getTime() % 1000) * 1e6 };
  } catch (cause) {
    throw new OptionError(`${path}: No such file or directory`, { cause });
  }
}

/** The time to the microsecond, as far as the browser tells it. */
export function now(): Moment {
  const microseconds = Math.floor((performance.timeOrigin + performance.now()) * 1000);
  return { seconds: Math.floor(microseconds / 1e6), nanoseconds: (microseconds % 1e6) * 1000 };
}
