import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { readAll } from "#lib/run/sandbox/commands/inputs.ts";

const forms: OptionForms = { letters: "diw", withValue: "w", long: { decode: "d", "ignore-garbage": "i", wrap: "w" } };

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** GNU's base32. @throws OptionError */
export async function base32(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(args, forms);
  const { read, faults } = await readAll("base32", words.slice(0, 1), context);
  const text = read[0]?.text ?? "";
  if (faults !== "") return { stdout: "", stderr: faults, exitCode: 1 };
  if (has("d")) return { stdout: decoded(text, has("i")), stderr: "", exitCode: 0, stdoutKind: "bytes" };
  const width = Number(lastOf("w") ?? 76);
  const whole = encoded(text);
  const lines = width === 0 ? [whole] : (whole.match(new RegExp(`.{1,${width}}`, "g")) ?? []);
  return { stdout: width === 0 ? whole : lines.map((line) => `${line}\n`).join(""), stderr: "", exitCode: 0 };
}

/** Five bytes as eight signs; what is missing of the last is filled with `=`. @param bytes a character for each */
function encoded(bytes: string): string {
  let text = "";
  let [bits, held] = [0, 0];
  for (const sign of bytes) {
    bits = (bits << 8) | sign.charCodeAt(0);
    held += 8;
    for (; held >= 5; held -= 5) text += alphabet[(bits >> (held - 5)) & 31];
    bits &= (1 << held) - 1;
  }
  if (held > 0) text += alphabet[(bits << (5 - held)) & 31];
  return text + "=".repeat((8 - (text.length % 8)) % 8);
}

/** @throws OptionError */
function decoded(text: string, isLoose: boolean): string {
  const signs = isLoose ? text.replaceAll(/[^A-Z2-7]/g, "") : text.replaceAll("\n", "").replace(/=+$/, "");
  let bytes = "";
  let [bits, held] = [0, 0];
  for (const sign of signs) {
    const value = alphabet.indexOf(sign);
    if (value < 0) throw new OptionError("invalid input");
    bits = (bits << 5) | value;
    held += 5;
    if (held >= 8) {
      bytes += String.fromCharCode((bits >> (held - 8)) & 255);
      held -= 8;
    }
    bits &= (1 << held) - 1;
  }
  return bytes;
}
