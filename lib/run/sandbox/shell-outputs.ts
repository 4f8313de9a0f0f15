import type { ExecResult } from "just-bash/browser";
import { descriptorCopies, literalOf, movesOut, type Redirected, type Redirection } from "./descriptors.ts";
import { escapedBytes } from "./escaped-text.ts";
import { fromLatin1, latin1 } from "./latin1.ts";
import type { Stream, Written } from "./program.ts";
import { RunFileError } from "./tree-nodes.ts";

/**
 * Where output goes: to whoever started the line, immediately, or to another command or a file, when the command ends. Also, whether stdout
 * and stderr of a command go to one place, as after `2>&1`: the shell keeps the two apart until a command has ended, when their order would
 * be lost.
 */
export interface ShellOutputs {
  /** Whether stdout and stderr of what runs now go to one place. */
  readonly isOne: boolean;
  /** Whether the output of what runs now goes to whoever started the line, so that a program can send it with `tell`. */
  readonly isDirect: boolean;
  /** Sends output; if both streams go to one place, as one stream. */
  readonly tell: Tell;
  /** Prints the `set -x` line of a command that is about to run, before the command's output. @returns the part to be printed later */
  traced(text: string): string;
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
  ofCommand(command: Redirected, state: ShellState, run: () => Promise<ExecResult>): Promise<ExecResult>;
  /** The same for a pipeline, in which all commands but the last print to the next. */
  ofPipeline(commands: number, run: () => Promise<ExecResult>): Promise<ExecResult>;
  /** What a command says that has failed (`withoutFile`). */
  readonly withoutFile: typeof withoutFile;
  /** Sends what a fault says, with what was printed before it, if the shell goes on after it. */
  tellFault(fault: Pick<ExecResult, "stdout" | "stderr">): void;
  /** Runs a function, whose definition may redirect its output. */
  ofFunction(redirections: readonly Redirection[], run: () => Promise<ExecResult>): Promise<ExecResult>;
  /** Runs something whose stdout is captured. @param isOne whether stderr is captured too */
  taken<Result>(run: () => Promise<Result>, isOne?: boolean): Promise<Result>;
  /** Runs what a command starts in the shell: the command captures its output, unless it was said to pass it on. */
  startedBy<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Notes that a command has ended without reading so many bytes of what came to it through a pipe. */
  leave(unread: number): void;
  /**
   * Whether who wrote into the pipe to the last command was ended by that: a pipe holds some of what nobody reads.
   * @param piped how many bytes there were; what was left may be of a file
   */
  wasLeft(piped: number): boolean;
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
  /** `set -x` lines to be printed before its output. */
  before: string;
}

/** Bytes that a pipe holds. */
const pipeSize = 65_536;

type Tell = (stream: Stream, written: Written) => void;

/** The part of a shell's state that can redirect output without a redirection at the command. */
interface ShellState {
  /** File descriptors that `exec` has redirected, by number. */
  readonly fileDescriptors?: Pick<ReadonlyMap<number, unknown>, "has">;
  readonly shoptOptions: { readonly expand_aliases?: boolean };
}

/** Long, because all of it changes one thing: where the running command prints. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one place, which all of its functions change
export function shellOutputs(write: Tell): ShellOutputs {
  let now: Place = { isOne: false, isDirect: false, way: 0, outer: undefined, before: "" };
  let passesOn = false;
  let ways = 0;
  let left = 0;
  const copies = descriptorCopies();

  async function within<Result>(
    then: Pick<Place, "isOne" | "isDirect"> & { readonly isOther?: boolean },
    run: () => Promise<Result>,
  ): Promise<Result> {
    const before = now;
    now = { ...then, way: then.isOther ? ++ways : before.way, outer: before, before: "" };
    try {
      return await run();
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

  /** A command whose stdout goes to whoever started the line, who has been sent all that was to come before. */
  async function pastAll(run: () => Promise<ExecResult>): Promise<ExecResult> {
    const result = await within({ isOne: false, isDirect: false, isOther: true }, run);
    const { stdout, stderr } = result;
    if (stdout !== "") write("out", isBytes(result) ? fromLatin1(stdout) : stdout);
    return told({ stdout: "", stderr, exitCode: result.exitCode });
  }

  return {
    get isOne() {
      return now.isOne;
    },
    get isDirect() {
      return now.isDirect;
    },
    traced(text) {
      // Printed where the surrounding command prints, whatever the redirections of this one.
      const { outer = now } = now;
      if (!outer.isDirect && !outer.isOne) return text;
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
    async ofCommand({ redirections = [] }, { fileDescriptors: moved, shoptOptions: { expand_aliases: isOther } }, run) {
      const { isOne, isDirect } = now;
      const { past, why } = copies.lost(redirections, now, moved?.has(1) ?? false);
      if (why !== undefined) return told({ stdout: "", stderr: why, exitCode: 1 });
      if (past) return pastAll(run);
      const stays = !isOther && !moved?.has(1) && !moved?.has(2) && redirections.every(keepsPlaces);
      const places = {
        isOne: areOne(redirections, isOne),
        isDirect: isDirect && stays,
        isOther: redirections.some(movesOut),
      };
      const result = await within(places, () => run().then(afterTrace));
      return told(isOne ? inOne(result, "after") : result);
    },
    withoutFile,
    tellFault(fault) {
      const { stdout, stderr } = fault;
      const result = { stdout, stderr, exitCode: 1 };
      Object.assign(fault, told(now.isOne ? inOne(result, "after") : result), { exitCode: 1 });
    },
    async ofPipeline(commands, run) {
      if (commands > 1) left = 0;
      if (!now.isOne) return told(await run());
      // The stderr of the other commands comes before the stdout of the last one, which waits for them.
      const result = await within({ isOne: true, isDirect: now.isDirect && commands === 1 }, run);
      return told(inOne(result, "before"));
    },
    ofFunction: (redirections, run) => (redirections.length === 0 ? run() : within({ ...now, isDirect: false }, run)),
    async taken(run, isOne = false) {
      try {
        return await within({ isOne, isDirect: false, isOther: true }, run);
      } catch (caught) {
        // Nobody gets it any more.
        if ((caught as Error).name === "ExecutionAbortedError") Object.assign(caught as Error, { stdout: "" });
        throw caught;
      }
    },
    startedBy(run) {
      const isDirect = now.isDirect && passesOn;
      passesOn = false;
      return within({ ...now, isDirect }, run);
    },
    leave(unread) {
      left = unread;
    },
    wasLeft(piped) {
      const was = Math.min(left, piped) > pipeSize;
      left = 0;
      return was;
    },
    passedOn(start) {
      passesOn = true;
      return start();
    },
  };
}

/**
 * What a command says whose target cannot be written to: that ends only this command.
 * @throws `caught`, if it is something else
 */
function withoutFile(caught: unknown, { redirections = [] }: Redirected, cwd: string): ExecResult {
  if (!(caught instanceof RunFileError)) throw caught;
  const [, why = "", path = ""] = /^\w+: (.*), \w+ '(.*)'$/s.exec(caught.message) ?? [];
  const asWritten = redirections.map(literalOf).find((target) => target && `/${path}`.endsWith(`/${target}`));
  return {
    stdout: "",
    stderr: `bash: ${asWritten ?? fromFolder(path, cwd)}: ${why[0]?.toUpperCase()}${why.slice(1)}\n`,
    exitCode: 1,
  };
}

function fromFolder(path: string, folder: string): string {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}

/** Whether stdout and stderr stay where they went: the redirection changes stdin, or sends stderr to stdout. */
function keepsPlaces(redirection: Redirection): boolean {
  const { operator, fd } = redirection;
  if (/^<{1,3}-?$/.test(operator)) return (fd ?? 0) === 0;
  return operator === ">&" && fd === 2 && literalOf(redirection) === "1";
}

/** Whether both streams go to one place after these redirections. `isJoined`: whether they did before. */
function areOne(redirections: readonly Redirection[], isJoined: boolean): boolean {
  const places = new Map([
    [1, "1"],
    [2, isJoined ? "1" : "2"],
  ]);
  for (const [index, redirection] of redirections.entries()) {
    const { operator, fd } = redirection;
    if (!/^&?>/.test(operator)) continue;
    const target = literalOf(redirection);
    const copied = operator === ">&" ? places.get(Number(target)) : undefined;
    const place = copied ?? fileOf(operator, target, index);
    for (const from of operator.startsWith("&") ? [1, 2] : [fd ?? 1]) places.set(from, place);
  }
  return places.get(1) === places.get(2);
}

/** Identifies a redirection's target. Two redirections to one file overwrite each other, except appending ones. */
function fileOf(operator: string, target: string | undefined, index: number): string {
  return operator.includes(">>") && target !== undefined ? `>>${target}` : `>${index}`;
}

/** The result as one text. The shell's stdout has one character per byte; its stderr is text. */
function inOne(result: ExecResult, place: "before" | "after"): ExecResult {
  const { stdout, stderr } = result;
  if (stderr === "") return result;
  const { internalOutputAccounting: counted } = result as ShellResult;
  const said = isBytes(result) ? latin1(escapedBytes(stderr)) : stderr;
  return {
    ...result,
    stdout: place === "before" ? said + stdout : stdout + said,
    stderr: "",
    ...(counted && { internalOutputAccounting: { stdout: counted.stdout + counted.stderr, stderr: 0 } }),
  };
}

function isBytes(result: ExecResult): boolean {
  const { stdoutKind, stdoutEncoding } = result as ShellResult;
  return stdoutKind === "bytes" || (stdoutKind === undefined && stdoutEncoding === "binary");
}

type ShellResult = ExecResult & {
  readonly stdoutKind?: string;
  readonly stdoutEncoding?: string;
  readonly internalOutputAccounting?: { readonly stdout: number; readonly stderr: number };
};
