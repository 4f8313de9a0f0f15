import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";

/**
 * `file`, which tells text by its characters, where the shell's own goes by a name's ending, and links without a target; it begins what it
 * tells of several files in one column.
 */
export async function file(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { origCommand } = context;
  if (!origCommand) throw new Error("The shell has no file.");
  const end = args.indexOf("--");
  const isOption = (arg: string, at: number) => arg.startsWith("-") && arg !== "-" && (end === -1 || at <= end);
  const options = args.filter((arg, at) => isOption(arg, at) && arg !== "--");
  const names = args.filter((arg, at) => !isOption(arg, at));
  if (names.length === 0) return origCommand([...args]);
  const isBrief = options.some((option) => /^-[a-zA-Z]*b|^--brief/.test(option));
  const column = Math.max(...names.map((name) => name.length)) + 1;
  const told = { stdout: "", stderr: "", exitCode: 0 };
  for (const name of names) {
    const { stdout, stderr } = await origCommand([...options, ...(isBrief ? [] : ["-b"]), name]);
    const text = await mended(stdout, name, context, options);
    told.stdout += isBrief ? text : `${`${name}:`.padEnd(column)} ${text}`;
    told.stderr += stderr;
  }
  return told;
}

/** Fewest bytes that can tell a kind of file. */
const shortest = 4;

/** What the shell's own says of text, by a name's ending. */
const textKinds =
  /^(?:ASCII text|UTF-8 Unicode text|Unicode text.*|(?:JavaScript|TypeScript|JSX|TSX|CSS|YAML|TOML) .*|Markdown document|Python script|YAML.*)(?:, with .*)?$/m;

async function mended(
  text: string,
  name: string,
  context: CommandContext,
  options: readonly string[],
): Promise<string> {
  const path = resolve(context.cwd, name);
  const isThere = await context.fs.exists(path);
  if (text.startsWith("symbolic link to ")) return isThere ? text : `broken ${text}`;
  if (!isThere) return `cannot open \`${name}' (No such file or directory)\n`;
  const { isFile } = await context.fs.stat(path);
  if (!isFile) return text;
  const bytes = await context.fs.readFileBuffer(path);
  if (options.some((option) => /^-[a-zA-Z]*i/.test(option)))
    return `${isText(bytes) ? text.trimEnd().replace(/;.*/, "") : "application/octet-stream"}; charset=${charset(bytes)}\n`;
  if (bytes.length === 1) return "very short file (no magic)\n";
  if (!isText(bytes) && bytes.length < shortest) return "data\n";
  if (!isText(bytes)) return text.replace(textKinds, "data");
  return text
    .replace(textKinds, () => (isJson(bytes) ? "JSON text data" : textKind(bytes)))
    .replace(/^JSON data$/m, "JSON text data")
    .replace(/^HTML document$/m, (kind) => `${kind}, ${textKind(bytes)}`);
}

function charset(bytes: Uint8Array): string {
  if (bytes.length === 0 || !isText(bytes)) return "binary";
  return bytes.some((byte) => byte > 127) ? "utf-8" : "us-ascii";
}

function isJson(bytes: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder("utf-8", { fatal: true }).decode(bytes).includes("\0");
  } catch {
    return false;
  }
}

/** Longest line that is not worth telling. */
const longLine = 300;

/** Text as libmagic tells it: its characters, its longest line where that is long, and how its lines end. */
function textKind(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  const kind = bytes.some((byte) => byte > 127) ? "Unicode text, UTF-8 text" : "ASCII text";
  const longest = text.split(/\r?\n/).reduce((most, line) => Math.max(most, line.length), 0);
  const lines = longest > longLine ? `, with very long lines (${longest})` : "";
  if (!text.includes("\n")) return `${kind}${lines}, with no line terminators`;
  const crlf = text.includes("\r\n") ? (/(?<!\r)\n/.test(text) ? "CRLF, LF" : "CRLF") : undefined;
  return `${kind}${lines}${crlf ? `, with ${crlf} line terminators` : ""}`;
}
