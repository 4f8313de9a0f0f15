import type { ExecResult } from "just-bash/browser";
import { latin1 } from "./latin1.ts";

/**
 * Whether what a command prints and what it complains of go to one place, as after `2>&1`: the shell keeps the two apart until a command has
 * ended, so what came first could not be told any more.
 */
export interface ShellOutputs {
  /** Of what is run at this moment. */
  readonly isOne: boolean;
  /** Runs a command, and has its output in the order in which it came, where it goes to one place with what it complains of. */
  ofCommand(command: Redirected, run: () => Promise<ExecResult>): Promise<ExecResult>;
  /** Runs commands with pipes between them, of which all but the last print into the next. */
  ofPipeline(run: () => Promise<ExecResult>): Promise<ExecResult>;
  /** Runs something whose output is taken, and not what it complains of. @param isOne where both are */
  taken<Result>(run: () => Promise<Result>, isOne?: boolean): Promise<Result>;
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

export function shellOutputs(): ShellOutputs {
  let isOne = false;

  async function within<Result>(now: boolean, run: () => Promise<Result>): Promise<Result> {
    const before = isOne;
    isOne = now;
    try {
      return await run();
    } finally {
      isOne = before;
    }
  }

  return {
    get isOne() {
      return isOne;
    },
    async ofCommand({ redirections = [] }, run) {
      const isJoined = isOne;
      const result = await within(areOne(redirections, isJoined), run);
      return isJoined ? inOne(result, "after") : result;
    },
    async ofPipeline(run) {
      const result = await run();
      // What the last one complained of stands in its output already.
      return isOne ? inOne(result, "before") : result;
    },
    taken: (run, one = false) => within(one, run),
  };
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
  const { stdoutKind, stdoutEncoding, internalOutputAccounting: counted } = result as ShellResult;
  const isBytes = stdoutKind === "bytes" || stdoutEncoding === "binary";
  const said = isBytes ? latin1(new TextEncoder().encode(stderr)) : stderr;
  return {
    ...result,
    stdout: place === "before" ? said + stdout : stdout + said,
    stderr: "",
    ...(counted && { internalOutputAccounting: { stdout: counted.stdout + counted.stderr, stderr: 0 } }),
  };
}

type ShellResult = ExecResult & {
  readonly stdoutKind?: string;
  readonly stdoutEncoding?: string;
  readonly internalOutputAccounting?: { readonly stdout: number; readonly stderr: number };
};
