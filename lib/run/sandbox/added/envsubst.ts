import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1 } from "#lib/run/sandbox/latin1.ts";

const forms: OptionForms = { letters: "v", withValue: "", long: { variables: "v" } };

const variable = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/g;

/** gettext's envsubst: a text in which `$NAME` and `${NAME}` are replaced, all or those that an argument names. @throws OptionError */
export async function envsubst(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has } = readOptions(args, forms);
  const [named, ...more] = words;
  if (more.length > 0) throw new OptionError("too many arguments");
  const names = named === undefined ? undefined : Array.from(named.matchAll(variable), ([, a, b]) => a ?? b ?? "");
  if (has("v")) return { stdout: (names ?? []).map((name) => `${name}\n`).join(""), stderr: "", exitCode: 0 };
  const text = escapedText(fromLatin1(context.stdin as unknown as string));
  const stdout = text.replaceAll(variable, (whole, a: string | undefined, b: string | undefined) => {
    const name = a ?? b ?? "";
    return names && !names.includes(name) ? whole : (context.exportedEnv?.[name] ?? "");
  });
  return { stdout, stderr: "", exitCode: 0 };
}
