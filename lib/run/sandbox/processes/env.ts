import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";

const forms: OptionForms = {
  letters: "iuS0",
  withValue: "uS",
  endAtWord: true,
  long: { "ignore-environment": "i", unset: "u", "split-string": "S", null: "0" },
};

/**
 * GNU's env: runs a command with changed variables, or prints them. The shell's own loses the given variables.
 * @throws OptionError
 */
export async function env(
  args: readonly string[],
  context: CommandContext,
  run: (line: string, context: CommandContext) => Promise<CommandResult>,
): Promise<CommandResult> {
  const { options, words: given, has, lastOf } = readOptions(args, forms);
  const words = [...wordsIn(lastOf("S") ?? ""), ...given];
  const before = Object.entries(context.exportedEnv ?? {});
  const gone = [
    ...(has("i") ? before.map(([name]) => name) : []),
    ...options.flatMap(([letter, value]) => (letter === "u" ? [value] : [])),
  ];
  const variables = new Map(before.filter(([name]) => !gone.includes(name)));
  while (words[0]?.includes("=")) {
    const [, name = "", value = ""] = /^(.*?)=(.*)$/s.exec(words.shift() ?? "") ?? [];
    variables.set(name, value);
  }
  const wrong = [...gone, ...variables.keys()].find((name) => !/^[a-z_]\w*$/i.test(name));
  if (wrong !== undefined) throw new OptionError(`cannot set '${wrong}': only letters, digits and _ are possible here`);
  const [command, ...rest] = words;
  if (command === undefined) {
    const end = has("0") ? "\0" : "\n";
    const stdout = Array.from(variables, ([name, value]) => `${name}=${value}${end}`).join("");
    return { stdout, stderr: "", exitCode: 0 };
  }
  // The shell that runs the command sets OLDPWD by itself.
  const unset = [...gone, ...(variables.has("OLDPWD") ? [] : ["OLDPWD"])].map((name) => `unset ${name}; `).join("");
  const exported = Array.from(variables, ([name, value]) => `export ${name}=${quoted(value)}; `).join("");
  return run(unset + exported + [command, ...rest].map(quoted).join(" "), context);
}

/** The words of a text, of which quotes make one. */
function wordsIn(text: string): readonly string[] {
  const found = text.match(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gs) ?? [];
  return found.map((word) =>
    word.replaceAll(
      /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs,
      (_, plain, inQuotes, sign) => plain ?? inQuotes?.replaceAll(/\\(["\\$])/g, "$1") ?? sign,
    ),
  );
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
