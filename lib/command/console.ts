import { FailureError } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { visibleLine } from "#lib/report/trust/patterns.ts";

/** The person typed something that does not exist or cannot be done. Its message is one sentence. */
export class UsageError extends Error {}

/** Runs a command that resolves to its exit code. An error is printed as a sentence, and gives exit code 2. */
export async function runCommand(main: () => Promise<number> | number): Promise<void> {
  // The reader of a pipe may stop reading; each further line would then raise an error that nobody catches.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  try {
    process.exitCode = await main();
  } catch (caught) {
    process.exitCode = 2;
    complain(sentenceOf(caught));
  }
}

/** Writes one line to stderr, for what is not part of the result. */
export function complain(line: string): void {
  process.stderr.write(`${harmlessLine(line)}\n`);
}

/**
 * Makes one line with untrusted text safe to print: characters that steer the terminal, change the writing direction or break the line are
 * spelled out, so that nobody can print a line that looks like ours. Build services take no commands from it either: GitHub obeys lines
 * that begin with `::`, and `##[` anywhere, Azure `##vso[` and TeamCity `##teamcity[`.
 */
export function harmlessLine(line: string): string {
  return visibleLine(line)
    .replace(/^(\s*):(?=:)/, "$1\\u{3a}")
    .replace(command, "#\\u{23}");
}

const command = /##(?=[a-z]*\[)/gi;

/** Makes a text of several lines safe to print; it ends with a line break. */
export function harmlessText(text: string): string {
  return `${text.trimEnd().split("\n").map(harmlessLine).join("\n")}\n`;
}

/** Equivalent JSON without characters that steer a terminal or a build service. */
export function harmlessJson(json: string): string {
  return `${json
    .trimEnd()
    .replace(steering, escaped)
    .replace(command, `#${escaped("#")}`)}\n`;
}

const steering = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** A character as a JSON escape (RFC 8259, section 7). */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The error in one sentence. */
export function sentenceOf(caught: unknown): string {
  if (caught instanceof FailureError) return failureParts(caught.failure).what;
  if (caught instanceof UsageError) return caught.message;
  if (!(caught instanceof Error)) return `This command ended in a fault of its own: ${String(caught)}.`;
  const { code = "", path = "" } = caught as NodeJS.ErrnoException;
  if (Object.hasOwn(ofSystem, code)) return `${path} ${ofSystem[code]}.`;
  const missing = code === "ERR_MODULE_NOT_FOUND" && /Cannot find package '([^']+)'/.exec(caught.message)?.[1];
  if (missing) return `This needs the package ${missing} beside it: npm install ${missing}.`;
  // Node's message about options, without its advice on how to pass file names that look like one.
  if (code.startsWith("ERR_PARSE_ARGS")) return `${caught.message.split(". ", 1)}: --help tells what there is.`;
  return `This command ended in a fault of its own: ${caught.message}.`;
}

/** What an error code of the system means for a path. */
const ofSystem: Readonly<Record<string, string>> = {
  ENOENT: "is not there",
  ENOTDIR: "is not a folder",
  EISDIR: "is a folder, not a file",
  EACCES: "may not be read or written by you",
  EPERM: "may not be read or written by you",
  ELOOP: "is a link that leads to itself",
  EROFS: "cannot be written: its disk takes no changes",
  ENOSPC: "cannot be written: its disk is full",
};
