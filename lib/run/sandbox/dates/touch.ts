import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { now, timeOf } from "./date.ts";
import type { Moment } from "./date-format.ts";
import { readDate } from "./date-text.ts";
import { momentOf, type Zone, zoneOf } from "./zones.ts";

const forms: OptionForms = {
  letters: "acmhdtr",
  withValue: "dtr",
  long: { "no-create": "c", date: "d", reference: "r", "no-dereference": "h", time: "a" },
};

/** GNU's `touch`: makes files, or gives them a time. A file has one time here, that of its last change. @throws OptionError */
export async function touch(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(args, forms);
  if (words.length === 0) throw new OptionError("missing file operand");
  const { fs, cwd } = context;
  const { seconds, nanoseconds } = await timeFor(lastOf, context);
  const time = new Date(seconds * 1000 + Math.floor(nanoseconds / 1e6));
  const onlyRead = has("a") && !has("m");
  const result = { stdout: "", stderr: "", exitCode: 0 };
  for (const word of words) {
    const path = resolve(cwd, word);
    try {
      const isThere = await fs.exists(path);
      if (!isThere && has("c")) continue;
      if (!isThere) await fs.writeFile(path, "");
      if (!onlyRead || !isThere) await fs.utimes(path, time, time);
    } catch {
      result.stderr += `touch: cannot touch '${word}': No such file or directory\n`;
      result.exitCode = 1;
    }
  }
  return result;
}

async function timeFor(lastOf: (letter: string) => string | undefined, context: CommandContext): Promise<Moment> {
  const [text, stamp, file] = [lastOf("d"), lastOf("t"), lastOf("r")];
  const zone = zoneOf(context.exportedEnv?.TZ);
  const begin = file === undefined ? now() : await timeOf(file, context);
  if (stamp !== undefined) return readStamp(stamp, zone);
  if (text === undefined) return begin;
  const moment = readDate(text, begin, zone);
  if (!moment) throw new OptionError(`invalid date format '${text}'`);
  return moment;
}

/** `[[CC]YY]MMDDhhmm[.ss]` */
function readStamp(stamp: string, zone: Zone): Moment {
  const [, year, month, day, hour, minute, second = "0"] =
    /^(\d{2}|\d{4})?(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d\d))?$/.exec(stamp) ?? [];
  if (month === undefined) throw new OptionError(`invalid date format '${stamp}'`);
  const short = Number(year) + (Number(year) < 69 ? 2000 : 1900);
  const whole = year === undefined ? new Date().getFullYear() : year.length === 2 ? short : Number(year);
  const fields = [whole, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)];
  return { seconds: momentOf(zone, fields) / 1000, nanoseconds: 0 };
}
