import { OptionError, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandResult } from "#lib/run/sandbox/commands/command-types.ts";

/** GNU's basename: the last name of a path. @throws OptionError */
export async function basename(args: readonly string[]): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(args, {
    letters: "asz",
    withValue: "s",
    endAtWord: true,
    long: { multiple: "a", suffix: "s", zero: "z" },
  });
  const areSeveral = has("a", "s");
  const [, second, third] = words;
  if (third !== undefined && !areSeveral) throw new OptionError(`extra operand '${third}'`);
  const suffix = lastOf("s") ?? (areSeveral ? undefined : second);
  return named(areSeveral ? words : words.slice(0, 1), has("z"), (path) => {
    const name = path.replace(/(?<=.)\/+$/, "").replace(/^.*\/(?=.)/s, "");
    return suffix && name.endsWith(suffix) && name !== suffix ? name.slice(0, -suffix.length) : name;
  });
}

/** GNU's dirname: a path without its last name. @throws OptionError */
export async function dirname(args: readonly string[]): Promise<CommandResult> {
  const { words, has } = readOptions(args, { letters: "z", withValue: "", long: { zero: "z" } });
  return named(words, has("z"), (path) => {
    const folder = path.replace(/\/+$/, "").replace(/\/*[^/]*$/, "");
    return folder || (path.startsWith("/") ? "/" : ".");
  });
}

function named(paths: readonly string[], isZero: boolean, nameOf: (path: string) => string): CommandResult {
  if (paths.length === 0) throw new OptionError("missing operand");
  const stdout = paths.map((path) => nameOf(path) + (isZero ? "\0" : "\n")).join("");
  return { stdout, stderr: "", exitCode: 0 };
}
