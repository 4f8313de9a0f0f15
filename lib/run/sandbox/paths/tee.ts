import { type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1 } from "#lib/run/sandbox/latin1.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { whyNotAt } from "./truncate.ts";

const forms: OptionForms = {
  letters: "aip",
  withValue: "",
  long: { append: "a", "ignore-interrupts": "i", "output-error": "p" },
};

/** GNU's tee. @throws OptionError */
export async function tee(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { fs, cwd } = context;
  const { words, has } = readOptions(args, forms);
  const text = context.stdin as unknown as string;
  const bytes = fromLatin1(text);
  let stdout = text;
  let stderr = "";
  let faults = "";
  for (const word of words) {
    const path = resolve(cwd, word);
    const why = path.startsWith("/dev/") ? undefined : await whyNotAt(path, context);
    if (/^\/dev\/(?:stderr|fd\/2)$/.test(path)) stderr += escapedText(bytes);
    else if (/^\/dev\/(?:stdout|tty|fd\/1)$/.test(path)) stdout += text;
    else if (why !== undefined) faults += `tee: ${word}: ${why}\n`;
    else await (has("a") ? fs.appendFile(path, bytes) : fs.writeFile(path, bytes));
  }
  return { stdout, stdoutKind: "bytes", stderr: stderr + faults, exitCode: faults === "" ? 0 : 1 };
}
