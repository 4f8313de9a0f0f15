/** What has been printed into one pipe of a pipeline: all of it before anybody reads, as the page runs one command after the other. */
export interface Pipe extends PipeStart {
  bytes: number;
  /** What was printed beyond that which a pipe holds, from where on the shell itself ends if nobody reads. */
  ends: Printed[];
  /** The command that ran last. */
  last: Printed | undefined;
}

/**
 * Of the shell that prints into a pipe: how many shells inside of the script it is, whether the script asks how the pipeline ends, and
 * whether it ignores that nobody reads (`trap '' PIPE`).
 */
export interface PipeStart {
  readonly shell: number;
  readonly isIgnored?: boolean | undefined;
  readonly isAsked?: boolean | undefined;
}

interface Printed {
  /** Bytes in the pipe after it. */
  readonly end: number;
  /** The name of what has printed; none if it has printed nothing, or if the shell asked how it ended. */
  readonly name: string | undefined;
  /** The code of what has started it, if that ends in its own way. */
  readonly code?: number;
  /** How many changes there were when it ended. */
  readonly changes: number;
}

/** A parsed command. */
export interface Printing {
  readonly type?: string;
  readonly name?: Word | null;
  readonly args?: readonly Word[];
}

interface Word {
  readonly parts: readonly { readonly value?: string }[];
}

/** The part of a shell's state that decides what ends when a command cannot print. */
export interface PipeShell {
  readonly subshells?: number;
  readonly inCondition?: boolean;
  readonly options: { readonly errexit?: boolean };
}

/** What a command has printed, and how many changes there were when it ended. */
interface Sizes {
  readonly bytes: number;
  readonly changes: number;
}

/** Bytes that a pipe holds. */
const pipeSize = 65_536;

/** The shell's own commands that print: the shell ends when they cannot. */
const ownNames = /^(?:echo|printf|pwd|type|declare|typeset|export|set|trap|compgen)$/;

/** What prints while it reads. */
const filters = /^(?:cat|tr|cut|[ef]?grep|sed|awk|tee|uniq|head|tail|nl|rev|fold|xargs|echo|printf)$/;

export function openPipe(start: PipeStart): Pipe {
  return { ...start, bytes: 0, ends: [], last: undefined };
}

/** Notes what a command has printed into a pipe. */
export function writeInto(pipe: Pipe, command: Printing, shell: PipeShell, printed: Sizes): void {
  const { bytes, changes } = printed;
  const { type = "", name } = command;
  const { subshells = 0, inCondition, options } = shell;
  if (!/^(?:Simple|Arithmetic|Conditional)/.test(type) || (inCondition && bytes === 0)) return;
  pipe.bytes += bytes;
  const called = name?.parts[0]?.value ?? "";
  const isAsked = (inCondition && !pipe.isAsked) || bytes === 0;
  pipe.last = { end: pipe.bytes, name: isAsked ? undefined : called, changes };
  const isOwn =
    !pipe.isIgnored && subshells <= pipe.shell && (ownNames.test(called) || (options.errexit && !inCondition));
  if (isOwn && bytes > 0 && pipe.bytes > pipeSize) pipe.ends.push(pipe.last);
}

/** Notes that what has been printed into a pipe was started by a command that ends in its own way. @param before bytes in the pipe before */
export function startedInto(pipe: Pipe, { name, args = [] }: Printing, before: number): void {
  const words = args.map(({ parts }) => parts[0]?.value ?? "");
  const ends = pipe.ends.filter(({ end }) => end <= before);
  const code = codeOfStarter(name?.parts[0]?.value ?? "", words, pipe.ends.length > ends.length);
  if (code === undefined || !pipe.last) return;
  pipe.last = { ...pipe.last, code };
  pipe.ends = ends;
}

/**
 * How a command ends when a signal has ended what it started. A `sh` that it started outlives the programs that this one runs.
 * @param isOwn whether the signal has ended that shell itself, which printed
 */
function codeOfStarter(name: string, words: readonly string[], isOwn: boolean): number | undefined {
  if (name === "xargs") return isOwn || !words.some((word) => /(?:^|\/)(?:da)?sh$/.test(word)) ? 125 : 123;
  if (name === "find") return Number(words.includes("+"));
  return /^[gm]?awk$/.test(name) ? 0 : undefined;
}

/**
 * Puts into a pipeline's codes those of commands that nobody reads any more.
 * @param unread how much the last command has left of what came to it
 * @param changes how many there are now
 * @returns whether a command went on here that would have ended before, and has changed or said something
 */
export function endWriters(pipes: readonly Pipe[], codes: number[], unread: number, changes: number): boolean {
  let isLate = false;
  let left = unread / (pipes[codes.length - 1]?.bytes || 1);
  for (const at of [...codes.keys()].reverse()) {
    const pipe = pipes[at] ?? openPipe({ shell: 0 });
    const limit = pipe.bytes * (1 - left) + pipeSize;
    if (pipe.bytes <= limit) break;
    const ended = pipe.ends.find(({ end }) => end > limit);
    isLate ||= changes > (ended?.changes ?? changes);
    codes[at] = ended ? 141 : codes[at] || codeOf(pipe, limit);
    // A filter that cannot print any more reads no further either: of its own input the same share is left.
    if (!filters.test(pipe.last?.name ?? "")) break;
    left = 1 - limit / pipe.bytes;
  }
  return isLate;
}

/** How a shell ends whose commands cannot print any more: as the last one does, if that has printed. Python fails, and Node passes over it. */
function codeOf({ last, isIgnored }: Pipe, limit: number): number {
  if (last?.name === undefined || last.end <= limit || /(?:^|\/)(?:node|tsx)$|\.[cm]?[jt]s$/.test(last.name)) return 0;
  if (isIgnored || /(?:^|\/)python3?$|\.py$/.test(last.name)) return 1;
  return last.code ?? 141;
}
