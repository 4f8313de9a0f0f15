import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { readAll } from "#lib/run/sandbox/commands/inputs.ts";

const forms: OptionForms = { letters: "diw", withValue: "w", long: { decode: "d", "ignore-garbage": "i", wrap: "w" } };

/** GNU's base64, which decodes what comes before a fault; the shell's own passes over what is none. @throws OptionError */
export async function base64(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(args, forms);
  const [, extra] = words;
  if (extra !== undefined) throw new OptionError(`extra operand '${extra}'`);
  const width = lastOf("w") ?? "76";
  if (!/^\d+$/.test(width)) throw new OptionError(`invalid wrap size: '${width}'`);
  const { read, faults } = await readAll("base64", words, context);
  if (faults !== "")
    return { stdout: "", stderr: faults.replace(/^base64: .*: Is a/, "base64: read error: Is a"), exitCode: 1 };
  const text = read[0]?.text ?? "";
  if (has("d")) return decoded(has("i") ? text.replaceAll(/[^A-Za-z\d+/=]/g, "") : text.replaceAll("\n", ""));
  const whole = btoa(text);
  if (width === "0") return { stdout: whole, stderr: "", exitCode: 0 };
  return { stdout: whole.replace(new RegExp(`.{1,${width}}`, "g"), "$&\n"), stderr: "", exitCode: 0 };
}

function decoded(text: string): CommandResult {
  let stdout = "";
  for (const [group] of text.matchAll(/[\s\S]{1,4}/g)) {
    const [signs = ""] = /^[A-Za-z\d+/]{0,4}/.exec(group) ?? [];
    const isWhole = signs.length > 1 && group === signs.padEnd(4, "=");
    if (signs.length > 1) stdout += atob(signs);
    if (!isWhole) return { stdout, stderr: "base64: invalid input\n", exitCode: 1, stdoutKind: "bytes" };
  }
  return { stdout, stderr: "", exitCode: 0, stdoutKind: "bytes" };
}
