import { OptionError } from "./command-options.ts";

/** The first characters, one for each byte, of what has no end. @throws OptionError for more than a run may hold */
export type Endless = (count: number) => string;

/** Programs do not run at the same time here, so what `yes` prints ends: at the first line end from this prime on, by which `head` knows it. */
export const plenty = 1_000_003;

/** Most bytes that a shell holds of one output. */
const most = 32 * 1024 * 1024;

/** What `yes` prints. @param line a character for each byte, with its end */
export function endlessLines(line: string): string {
  return line.repeat(Math.ceil(plenty / line.length));
}

/** What a text from `yes` would go on with; `undefined` for any other text. */
export function endlessOf(text: string): { readonly line: string; readonly more: Endless } | undefined {
  if (text.length < plenty) return undefined;
  const line = text.slice(0, text.indexOf("\n") + 1);
  // One long line is a file of its own.
  if (line === "" || line === text || text !== endlessLines(line)) return undefined;
  return { line, more: (count) => line.repeat(Math.ceil(checked(count) / line.length)).slice(0, count) };
}

/** Fewer lines than these are no sign of `yes`: too many numbers are possible. */
const fewest = 1000;

/** Whether lines are what a command has made of each line of `yes`: all the same, and as many as `yes` prints here. */
export function isOfYes(lines: readonly string[], rest: string): boolean {
  const { length } = lines;
  if (rest !== "" || length < fewest || !lines.every((line) => line === lines[0])) return false;
  return Math.ceil(plenty / Math.ceil(plenty / length)) === length;
}

/** Files without an end, by path. */
export const endlessFiles: Readonly<Record<string, Endless>> = {
  "/dev/zero": (count) => "\0".repeat(checked(count)),
  "/dev/random": randomText,
  "/dev/urandom": randomText,
};

function randomText(count: number): string {
  const pieces: string[] = [];
  for (let left = checked(count); left > 0; left -= mostRandom) {
    pieces.push(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(Math.min(left, mostRandom)))));
  }
  return pieces.join("");
}

/** Fewer than what one call may get, and than what one may be given as arguments. */
const mostRandom = 16_384;

function checked(count: number): number {
  if (count > most) throw new OptionError(`no more than ${most} bytes of it are possible here`);
  return count;
}
