import type { ExecResult } from "just-bash/browser";
import { escapedBytes } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import type { Stream, Written } from "#lib/run/sandbox/program.ts";
import {
  areOne,
  descriptorCopies,
  type Files,
  filesAfter,
  keepsPlaces,
  leadIntoFiles,
  movesOut,
  type Redirected,
  type Redirection,
  type Targets,
} from "./descriptors.ts";
import {
  endWriters,
  openPipe,
  type Pipe,
  type PipeShell,
  type PipeStart,
  type Printing,
  startedInto,
  writeInto,
} from "./pipe-writers.ts";
import { inOne, isBytes, withoutFile } from "./shell-results.ts";

/**
 * Where output goes: to whoever started the line, immediately, or to another command or a file, when the command ends. Also, whether stdout
 * and stderr of a command go to one place, as after `2>&1`: the shell keeps the two apart until a command has ended, when their order would
 * be lost.
 */
export interface ShellOutputs {
  /** Whether stdout and stderr of what runs now go to one place. */
  readonly isOne: boolean;
  /** The files that what runs now reads as its input, and prints into. */
  readonly files: Files;
  /** Whether what runs now has its input from a pipe, in which there may be nothing. */
  readonly isPiped: boolean;
  /** Runs a command of a pipeline that is not its first. */
  piped<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Whether the output of what runs now goes to whoever started the line, so that a program can send it with `tell`. */
  readonly isDirect: boolean;
  /** Sends output; if both streams go to one place, as one stream. */
  readonly tell: Tell;
  /**
   * Prints a `set -x` line of a command, before the command's output.
   * @param isPart whether the command runs already, of which this is a part
   * @returns the part to be printed later
   */
  traced(text: string, isPart: boolean): string;
  /**
   * Prints what a command of a pipeline has said, or what runs for the words of a command, where the shell's output goes.
   * @returns the part to be printed later
   */
  said(text: string, isInPipeline: boolean): string;
  /** Runs a line whose output is sent as it comes. */
  direct<Result>(run: () => Promise<Result>): Promise<Result>;
  /**
   * Runs a command, and keeps its output in order if stdout and stderr go to one place.
   * @param state of the shell that runs it
   */
  ofCommand(command: Redirected & Printing, state: ShellState, run: () => Promise<ExecResult>): Promise<ExecResult>;
  /** The same for a pipeline, in which all commands but the last print to the next. */
  ofPipeline(commands: number, run: () => Promise<ExecResult>): Promise<ExecResult>;
  /** What a command says that has failed (`withoutFile`). */
  readonly withoutFile: typeof withoutFile;
  /** Sends what a fault says, with what was printed before it, if the shell goes on after it. */
  tellFault(fault: Pick<ExecResult, "stdout" | "stderr">): void;
  /**
   * Runs what a command's redirections are for: where they lead into a file, each command inside prints there when it ends, and not all of
   * them at the end, so that they find in the file what is there by then.
   * @param send follows the redirections; of what it returns, it would return all again
   */
  into(
    redirections: readonly Redirection[],
    targets: Targets,
    send: Send,
    run: () => Promise<ExecResult>,
  ): Promise<ExecResult>;
  /** Sends what came with a command's result into the file that its shell prints into. */
  readonly send: Send;
  /**
   * Runs something whose stdout is captured.
   * @param isOne whether stderr is captured too
   * @param into the pipe of a command that prints into one
   */
  taken<Result>(run: () => Promise<Result>, isOne?: boolean, into?: PipeStart): Promise<Result>;
  /** Runs what a command starts in the shell: the command captures its output, unless it was said to pass it on. */
  startedBy<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Notes that a file has been changed. */
  changed(): void;
  /**
   * Gives those commands of a pipeline the codes with which they end when nobody reads any more what they print: a pipe holds some of that.
   * @param codes with which they have ended here, before the last one left so much of its input
   */
  endWriters(codes: number[], unread: number): void;
  /** Lets a command start something whose output counts as the command's own. */
  passedOn<Result>(start: () => Promise<Result>): Promise<Result>;
}

/** Where the running command prints. */
interface Place {
  readonly isOne: boolean;
  readonly isDirect: boolean;
  /** Which pipe or file its stdout leads into: the same number, the same one. */
  readonly way: number;
  /** The place of whatever runs it. */
  readonly outer: Place | undefined;
  /** Where output goes that is for a file; otherwise it goes to whatever runs the command. */
  readonly into: Send | undefined;
  /** The pipe of a pipeline that its stdout leads into. */
  readonly pipe: Pipe | undefined;
  /** Whether `exec` has led its stdout past all of that, to whoever started the line. */
  isPast: boolean;
  /** `set -x` lines to be printed before its output. */
  before: string;
}

type Send = (result: ExecResult) => Promise<ExecResult>;

type Tell = (stream: Stream, written: Written) => void;

/** The part of a shell's state that can redirect output without a redirection at the command. */
interface ShellState extends PipeShell {
  /** File descriptors that `exec` has redirected, by number. */
  readonly fileDescriptors?: ReadonlyMap<number, string>;
  readonly shoptOptions: { readonly expand_aliases?: boolean };
}

/** Said where commands have run here that elsewhere would not have, and have changed or said something. */
const late = "bash: nobody reads a pipe any more: elsewhere the commands after that would not have run\n";

/** Long, because all of it changes one thing: where the running command prints. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one place, which all of its functions change
export function shellOutputs(write: Tell): ShellOutputs {
  const first = { isOne: false, isDirect: false, way: 0, outer: undefined, into: undefined, pipe: undefined };
  let now: Place = { ...first, isPast: false, before: "" };
  let files: Files = { in: undefined, out: undefined };
  let passesOn = false;
  let isPiped = false;
  let ways = 0;
  let changes = 0;
  /** The pipes of each pipeline that runs, within one another. */
  const pipelines: Pipe[][] = [];
  const copies = descriptorCopies();

  async function over<Result>(next: Files, run: () => Promise<Result>): Promise<Result> {
    const before = files;
    files = next;
    try {
      return await run();
    } finally {
      files = before;
    }
  }

  async function within<Result>(
    {
      isOther,
      ...then
    }: Pick<Place, "isOne" | "isDirect"> & Partial<Pick<Place, "into" | "pipe">> & { readonly isOther?: boolean },
    run: () => Promise<Result>,
  ): Promise<Result> {
    const before = now;
    const kept = isOther ? { into: undefined, pipe: undefined, isPast: false, way: ++ways } : before;
    now = { ...kept, ...then, outer: before, before: "" };
    try {
      return await (isOther ? over({ ...files, out: undefined }, run) : run());
    } finally {
      now = before;
    }
  }

  /** A command's result after its `set -x` lines, if both go to one place. */
  function afterTrace(result: ExecResult): ExecResult {
    const { before } = now;
    if (before === "") return result;
    return { ...result, stdout: (isBytes(result) ? latin1(escapedBytes(before)) : before) + result.stdout };
  }

  /** A result to be handed on, without the output that was sent already. */
  function told(result: ExecResult): ExecResult {
    const { stdout, stderr } = result;
    if (!now.isDirect || (stdout === "" && stderr === "")) return result;
    if (stdout !== "") write("out", isBytes(result) ? fromLatin1(stdout) : stdout);
    if (stderr !== "") write("err", stderr);
    const counted = { internalOutputAccounting: { stdout: 0, stderr: 0 } };
    return { ...result, stdout: "", stderr: "", ...counted };
  }

  /** A command's result, without what has been sent to whoever started the line, or into a file. */
  async function send(result: ExecResult): Promise<ExecResult> {
    return now.into && (result.stdout !== "" || result.stderr !== "") ? now.into(result) : told(result);
  }

  /** A command whose stdout goes to whoever started the line, who has been sent all that was to come before. */
  async function pastAll(run: () => Promise<ExecResult>): Promise<ExecResult> {
    const result = await within({ isOne: false, isDirect: false, isOther: true }, run);
    const { stdout, stderr } = result;
    if (stdout !== "") write("out", isBytes(result) ? fromLatin1(stdout) : stdout);
    return told({ stdout: "", stderr, exitCode: result.exitCode });
  }

  /** Runs a command in the place to which its redirections lead. */
  async function inPlace(
    redirections: readonly Redirection[],
    state: ShellState,
    command: Printing,
    run: () => Promise<ExecResult>,
  ): Promise<ExecResult> {
    const { fileDescriptors: moved, shoptOptions } = state;
    const { isOne, isDirect, pipe } = now;
    const printed = pipe?.bytes;
    const led = moved?.get(1);
    const stays = !shoptOptions.expand_aliases && led === undefined && !moved?.has(2);
    const places = {
      isOne: areOne(redirections, isOne),
      isDirect: isDirect && stays && redirections.every(keepsPlaces),
      isOther: redirections.some(movesOut),
    };
    const start = () => within(places, () => run().then(afterTrace));
    const result = await (led === undefined ? start() : over({ ...files, out: fileIn(led) }, start));
    const ended = isOne ? inOne(result, "after") : result;
    if (ended.stderr !== "") changes++;
    if (pipe && pipe.bytes !== printed) startedInto(pipe, command, printed ?? 0);
    else if (pipe) writeInto(pipe, command, state, { bytes: ended.stdout.length, changes });
    return send(ended);
  }

  return {
    get isOne() {
      return now.isOne;
    },
    get isDirect() {
      return now.isDirect;
    },
    get files() {
      return files;
    },
    get isPiped() {
      return isPiped;
    },
    async piped(run) {
      const before = isPiped;
      isPiped = true;
      try {
        return await over({ ...files, in: undefined }, run);
      } finally {
        isPiped = before;
      }
    },
    traced(text, isPart) {
      // Printed where the surrounding command prints, whatever the redirections of this one.
      const outer = (!isPart && now.outer) || now;
      if (!outer.isDirect && (isPart || !outer.isOne)) return text;
      if (outer.isDirect) write(outer.isOne ? "out" : "err", text);
      else now.before += text;
      return "";
    },
    said(text, isInPipeline) {
      if ((isInPipeline ? now : (now.outer ?? now)).isDirect) write("out", text);
      else now.before += text;
      return "";
    },
    tell: (stream, written) => write(now.isOne ? "out" : stream, written),
    direct: (run) => within({ isOne: false, isDirect: true }, run),
    async ofCommand(command, state, run) {
      const { redirections = [] } = command;
      const { past, why } = copies.lost(redirections, now, state.fileDescriptors?.has(1) ?? false);
      if (why !== undefined) return told({ stdout: "", stderr: why, exitCode: 1 });
      if (past && isExec(command)) now.isPast = true;
      else if (past || (now.isPast && !redirections.some(movesOut))) return pastAll(run);
      return inPlace(redirections, state, command, run);
    },
    withoutFile,
    tellFault(fault) {
      const { stdout, stderr } = fault;
      const result = { stdout, stderr, exitCode: 1 };
      Object.assign(fault, told(now.isOne ? inOne(result, "after") : result), { exitCode: 1 });
    },
    async ofPipeline(commands, run) {
      pipelines.push([]);
      try {
        if (!now.isOne) return told(await run());
        // The stderr of the other commands comes before the stdout of the last one, which waits for them.
        const result = await within({ isOne: true, isDirect: now.isDirect && commands === 1 }, run);
        return told(inOne(result, "before"));
      } finally {
        pipelines.pop();
      }
    },
    send,
    into(redirections, targets, how, run) {
      const start = () => over(filesAfter(redirections, targets, files), run);
      if (redirections.every(keepsPlaces)) return start();
      const isOne = areOne(redirections, now.isOne);
      return within({ ...now, isOne, isDirect: false, into: leadIntoFiles(redirections) ? how : undefined }, start);
    },
    async taken(run, isOne = false, start) {
      const pipe = start && openPipe(start);
      if (pipe) pipelines.at(-1)?.push(pipe);
      try {
        return await within({ isOne, isDirect: false, isOther: true, pipe }, run);
      } catch (caught) {
        // Nobody gets it any more.
        if ((caught as Error).name === "ExecutionAbortedError") Object.assign(caught as Error, { stdout: "" });
        throw caught;
      }
    },
    startedBy(run) {
      const place = passesOn ? now : { ...now, isDirect: false, into: undefined };
      passesOn = false;
      return within(place, run);
    },
    changed: () => void changes++,
    endWriters(codes, unread) {
      if (!endWriters(pipelines.at(-1) ?? [], codes, unread, changes)) return;
      write("err", late);
    },
    passedOn(start) {
      passesOn = true;
      return start();
    },
  };
}

/** Whether a command changes the shell's own descriptors. */
function isExec({ name, args = [] }: Printing): boolean {
  return name?.parts[0]?.value === "exec" && args.length === 0;
}

/** The path of the file to which `exec` has led a descriptor; `undefined` if to something else. */
function fileIn(led: string): string | undefined {
  return /^__file(?:_append)?__:(.*)$/s.exec(led)?.[1];
}
