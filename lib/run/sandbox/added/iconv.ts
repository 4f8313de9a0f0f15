import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { readAll } from "#lib/run/sandbox/commands/inputs.ts";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { type Decoded, decoderOf, type Encoded, encoderOf } from "./encodings.ts";

const forms: OptionForms = {
  letters: "ftocs",
  withValue: "fto",
  long: { "from-code": "f", "to-code": "t", output: "o", silent: "s" },
};

/**
 * glibc's iconv: text in one encoding as text in another, up to the first character that is impossible in either. `-c` and `//IGNORE` leave
 * such characters out; `//TRANSLIT` is refused, as its replacements depend on the language. @throws OptionError
 */
export async function iconv(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(args, forms);
  const [to = "", suffix = ""] = (lastOf("t") ?? "").split("//");
  if (/TRANSLIT/i.test(suffix)) throw new OptionError("//TRANSLIT is not possible here");
  const decode = decoderOf(lastOf("f")?.split("//")[0] || "UTF-8");
  const encode = encoderOf(to || "UTF-8");
  const skips = has("c") || /IGNORE/i.test(suffix);
  const { read, faults } = await readAll("iconv", words, context);
  const pieces = read.map(({ text }) => {
    const decoded = decode(fromLatin1(text));
    const encoded = encode(skips ? decoded.rest : decoded.text);
    return { bytes: latin1(skips ? encoded.rest : encoded.bytes), fault: faultOf(decoded, encoded) };
  });
  const wrong = has("c") ? -1 : pieces.findIndex(({ fault }) => fault !== "");
  const kept = wrong < 0 || skips ? pieces : pieces.slice(0, wrong + 1);
  const bytes = kept.map((piece) => piece.bytes).join("");
  const stderr = faults + (pieces[wrong]?.fault ?? "");
  const exitCode = stderr === "" ? 0 : 1;
  const target = lastOf("o");
  if (target === undefined) return { stdout: bytes, stderr, exitCode, stdoutKind: "bytes" };
  await context.fs.writeFile(resolve(context.cwd, target), bytes, "binary");
  return { stdout: "", stderr, exitCode };
}

function faultOf(decoded: Decoded, encoded: Encoded): string {
  if (!encoded.isWhole) return "iconv: a character that the other encoding does not have\n";
  return decoded.isWhole ? "" : "iconv: illegal input sequence\n";
}
