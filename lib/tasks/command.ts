import { FailureError } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { visibleLine } from "#lib/report/trust/patterns.ts";
import { outliveReaders } from "./run.mjs";

/** What a person typed asks for something that there is not. Its message is one sentence. */
export class UsageError extends Error {}

/** Runs a command, which resolves to its exit code. What it throws is told in a sentence, and ends it with 2. */
export async function runCommand(main: () => Promise<number> | number): Promise<void> {
  outliveReaders();
  try {
    process.exitCode = await main();
  } catch (caught) {
    process.exitCode = 2;
    complain(sentenceOf(caught));
  }
}

/**
 * Writes one line to the console. Names and texts of other people stand in it: what would steer the terminal, turn the line
 * or break it is spelled out, so that nobody writes a line that looks like ours.
 */
export function tell(line: string): void {
  console.log(visibleLine(line));
}

/** Writes one line to the error output, as `tell` does to the console. */
export function complain(line: string): void {
  console.error(visibleLine(line));
}

/** Writes a text of several lines. */
export function tellText(text: string): void {
  for (const line of text.trimEnd().split("\n")) tell(line);
}

/** Writes JSON that says the same and has no character that steers a terminal. */
export function tellJson(json: string): void {
  console.log(json.trimEnd().replace(steering, escaped));
}

const steering = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** As JSON escapes a character (RFC 8259, section 7). */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function sentenceOf(caught: unknown): string {
  if (caught instanceof FailureError) return failureParts(caught.failure).what;
  if (caught instanceof UsageError) return caught.message;
  if (!(caught instanceof Error)) return `This command ended in a fault of its own: ${String(caught)}.`;
  const { code = "", path = "" } = caught as NodeJS.ErrnoException;
  if (Object.hasOwn(ofSystem, code)) return `${path} ${ofSystem[code]}.`;
  // Node's own words for options, without its advice on how to pass names that look like one.
  if (code.startsWith("ERR_PARSE_ARGS")) return `${caught.message.split(". ", 1)}: --help tells what there is.`;
  return `This command ended in a fault of its own: ${caught.message}.`;
}

/** What became of a path, by the system's code. */
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
