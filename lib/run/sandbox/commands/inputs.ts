import { escapedBytes } from "#lib/run/sandbox/escaped-text.ts";
import { latin1 } from "#lib/run/sandbox/latin1.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import type { CommandContext } from "./command-types.ts";
import { type Endless, endlessFiles } from "./endless.ts";

/** What a command reads: a file by its name, or its input. */
export interface Read {
  readonly name: string;
  /** A character for each byte. */
  readonly text: string;
  readonly isFile: boolean;
  readonly isFolder?: boolean;
  /** The first characters, of what has no end. */
  readonly endless?: Endless;
}

/** The named files, or the input; messages on those that cannot be read. */
export async function readAll(command: string, words: readonly string[], context: CommandContext) {
  const { fs, cwd } = context;
  const read: Read[] = [];
  let faults = "";
  for (const name of words.length > 0 ? words : ["-"]) {
    const path = resolve(cwd, name);
    if (name === "-") read.push({ name, text: context.stdin as unknown as string, isFile: false });
    else if (endlessFiles[path]) read.push({ name, text: "", isFile: false, endless: endlessFiles[path] });
    else if (!(await fs.exists(path))) faults += `${command}: ${name}: No such file or directory\n`;
    else if ((await fs.stat(path)).isDirectory) {
      faults += `${command}: ${name}: Is a directory\n`;
      read.push({ name, text: "", isFile: false, isFolder: true });
    } else read.push({ name, text: latin1(await fs.readFileBuffer(path)), isFile: path !== "/dev/null" });
  }
  return { read, faults };
}

/**
 * All that a command reads as one text.
 * @param end how much of it is wanted, at most
 * @throws OptionError for all of what has no end
 */
export async function bytesOfInputs(
  command: string,
  words: readonly string[],
  context: CommandContext,
  end: number | undefined,
): Promise<{ readonly text: string; readonly faults: string }> {
  const { read, faults } = await readAll(command, words, context);
  const text = read.map((each) => each.endless?.(end ?? Number.POSITIVE_INFINITY) ?? each.text).join("");
  return { text, faults };
}

/**
 * Says in a result how much a command has read of its input, so that the rest is there for the next one.
 * @param block how much it reads at once: to a pipe, nothing of that can be given back
 */
export function takenOf(bytes: number, block: number) {
  return { internalStdinConsumed: bytes, block };
}

/** A text with a character for each byte. */
export function bytesOf(text: string): string {
  return latin1(escapedBytes(text));
}

/** The lines of a text, of which the last may have no end. */
export function linesOf(text: string, end: string): string[] {
  const lines = text.split(end);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
