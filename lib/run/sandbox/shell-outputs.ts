import type { ExecResult } from "just-bash/browser";
import { fromLatin1, latin1 } from "./latin1.ts";
import type { Stream, Written } from "./program.ts";
import { RunFileError } from "./tree-nodes.ts";

/**
 * Where what is printed goes: to whoever started the line, who is told at once, or to another command or a file, which gets it at its end. Beside
 * that, whether what a command prints and what it complains of go to one place, as after `2>&1`: the shell keeps the two apart until a command
 * has ended, so what came first could not be told any more.
 */
export interface ShellOutputs {
  /** Of what is run at this moment: both go to one place. */
  readonly isOne: boolean;
  /** Of what is run at this moment: it goes to whoever started the line, so what a program prints can be told by `tell`. */
  readonly isDirect: boolean;
  /** Tells what was printed; of what goes to one place, as if it came by one stream. */
  readonly tell: Tell;
  /** Tells what `set -x` says of a command that is about to run, before what that prints. @returns what is left of it to be told after */
  traced(text: string): string;
  /** Runs a line, of which what is printed is told as it comes. */
  direct<Result>(run: () => Promise<Result>): Promise<Result>;
  /**
   * Runs a command, and has its output in the order in which it came, where it goes to one place with what it complains of.
   * @param state of the shell that runs it
   */
  ofCommand(command: Redirected, state: ShellState, run: () => Promise<ExecResult>): Promise<ExecResult>;
  /** The same for commands with pipes between them, of which all but the last print into the next. */
  ofPipeline(commands: number, run: () => Promise<ExecResult>): Promise<ExecResult>;
  /** Runs a function, whose definition may say where its output goes. */
  ofFunction(redirections: readonly Redirection[], run: () => Promise<ExecResult>): Promise<ExecResult>;
  /** Runs something whose output is taken, and not what it complains of. @param isOne where both are */
  taken<Result>(run: () => Promise<Result>, isOne?: boolean): Promise<Result>;
  /** Runs what a command has the shell run: the command takes the output, unless it was said that it passes it on. */
  startedBy<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Has a command start something whose output is its own. */
  passedOn<Result>(start: () => Promise<Result>): Promise<Result>;
}

/** Where what is run at this moment prints. */
interface Place {
  readonly isOne: boolean;
  readonly isDirect: boolean;
  /** Of what runs it. */
  readonly outer: Place | undefined;
  /** Said of it before it printed. */
  before: string;
}

type Tell = (stream: Stream, written: Written) => void;

/** Of a shell's state, what may send elsewhere what no word of the command itself does. */
interface ShellState {
  /** By their numbers, the places that `exec` has moved. */
  readonly fileDescriptors?: Pick<ReadonlyMap<number, unknown>, "has">;
  readonly shoptOptions: { readonly expand_aliases?: boolean };
}

/** Of a command as the shell has parsed it, where its output goes. */
interface Redirected {
  readonly redirections?: readonly Redirection[];
}

interface Redirection {
  readonly operator: string;
  readonly fd?: number | null;
  readonly target: { readonly parts?: readonly { readonly type: string; readonly value?: string }[] };
}

/** Long because all of it moves one thing: where what runs at this moment prints. */
export function shellOutputs(write: Tell): ShellOutputs {
  let now: Place = { isOne: false, isDirect: false, outer: undefined, before: "" };
  let passesOn = false;

  async function within<Result>(then: Pick<Place, "isOne" | "isDirect">, run: () => Promise<Result>): Promise<Result> {
    const before = now;
    now = { ...then, outer: before, before: "" };
    try {
      return await run();
    } finally {
      now = before;
    }
  }

  /** A command's result behind what was said of it before, where both go to one place. */
  function afterTrace(result: ExecResult): ExecResult {
    const { before } = now;
    if (before === "") return result;
    return { ...result, stdout: (isBytes(result) ? latin1(new TextEncoder().encode(before)) : before) + result.stdout };
  }

  /** What is left of a result to be handed on. */
  function told(result: ExecResult): ExecResult {
    const { stdout, stderr } = result;
    if (!now.isDirect || (stdout === "" && stderr === "")) return result;
    if (stdout !== "") write("out", isBytes(result) ? fromLatin1(stdout) : stdout);
    if (stderr !== "") write("err", stderr);
    const counted = { internalOutputAccounting: { stdout: 0, stderr: 0 } };
    return { ...result, stdout: "", stderr: "", ...counted };
  }

  return {
    get isOne() {
      return now.isOne;
    },
    get isDirect() {
      return now.isDirect;
    },
    traced(text) {
      // It goes where what surrounds the command prints, whatever the command says of its own output.
      const { outer = now } = now;
      if (!outer.isDirect && !outer.isOne) return text;
      if (outer.isDirect) write(outer.isOne ? "out" : "err", text);
      else now.before += text;
      return "";
    },
    tell: (stream, written) => write(now.isOne ? "out" : stream, written),
    direct: (run) => within({ isOne: false, isDirect: true }, run),
    async ofCommand({ redirections = [] }, { fileDescriptors: moved, shoptOptions: { expand_aliases: isOther } }, run) {
      const { isOne, isDirect } = now;
      const stays = !isOther && !moved?.has(1) && !moved?.has(2) && redirections.every(keepsPlaces);
      const result = await within({ isOne: areOne(redirections, isOne), isDirect: isDirect && stays }, () =>
        run().catch(withoutFile).then(afterTrace),
      );
      return told(isOne ? inOne(result, "after") : result);
    },
    async ofPipeline(commands, run) {
      if (!now.isOne) return told(await run());
      // What the others complain of stands before what the last one prints, which waits for it.
      const result = await within({ isOne: true, isDirect: now.isDirect && commands === 1 }, run);
      return told(inOne(result, "before"));
    },
    ofFunction: (redirections, run) => (redirections.length === 0 ? run() : within({ ...now, isDirect: false }, run)),
    taken: (run, isOne = false) => within({ isOne, isDirect: false }, run),
    startedBy(run) {
      const isDirect = now.isDirect && passesOn;
      passesOn = false;
      return within({ ...now, isDirect }, run);
    },
    passedOn(start) {
      passesOn = true;
      return start();
    },
  };
}

/** A place that cannot be written to ends the command whose output goes there, and no more. */
function withoutFile(caught: unknown): ExecResult {
  if (!(caught instanceof RunFileError)) throw caught;
  return { stdout: "", stderr: `bash: ${caught.message}\n`, exitCode: 1 };
}

/** Whether what is printed goes where it went before: what comes in is another, or complaints go where output goes. */
function keepsPlaces(redirection: Redirection): boolean {
  const { operator, fd } = redirection;
  if (/^<{1,3}-?$/.test(operator)) return (fd ?? 0) === 0;
  return operator === ">&" && fd === 2 && literalOf(redirection) === "1";
}

/** Whether both go to one place behind these, if they went to one (`isJoined`) or two before them. */
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

/** Two of the same file write over each other, but for those that append. */
function fileOf(operator: string, target: string | undefined, index: number): string {
  return operator.includes(">>") && target !== undefined ? `>>${target}` : `>${index}`;
}

function literalOf({ target }: Redirection): string | undefined {
  const [part, ...more] = target.parts ?? [];
  return part?.type === "Literal" && more.length === 0 ? part.value : undefined;
}

/** The result as one text. A shell's bytes are a character each; what it complains of is text. */
function inOne(result: ExecResult, place: "before" | "after"): ExecResult {
  const { stdout, stderr } = result;
  if (stderr === "") return result;
  const { internalOutputAccounting: counted } = result as ShellResult;
  const said = isBytes(result) ? latin1(new TextEncoder().encode(stderr)) : stderr;
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
