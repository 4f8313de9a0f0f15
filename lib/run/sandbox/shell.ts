import { Bash, type BashExecResult, type CustomCommand, defineCommand, getCommandNames } from "just-bash/browser";
import { addedCommands } from "./added/added.ts";
import { gzipCommands } from "./archives/gzip.ts";
import { tar } from "./archives/tar.ts";
import { zipCommands } from "./archives/zip.ts";
import { awk } from "./awk/awk.ts";
import { takenOf } from "./commands/inputs.ts";
import { readingDescriptors, withDescriptorFiles } from "./descriptor-files.ts";
import { escapedBytes, escapedText } from "./escaped-text.ts";
import { findCommand } from "./find/find.ts";
import { grep } from "./grep/grep.ts";
import { fromLatin1, latin1 } from "./latin1.ts";
import { cat } from "./mended/cat.ts";
import { mendedCommands } from "./mended/mended.ts";
import { type ShellOutputs, shellOutputs } from "./outputs/shell-outputs.ts";
import { pathCommands } from "./paths/paths.ts";
import { jobCommands } from "./processes/job-commands.ts";
import { killCommand } from "./processes/kill-command.ts";
import { shellJobs } from "./processes/shell-jobs.ts";
import { shellTraps } from "./processes/shell-traps.ts";
import { starters } from "./processes/starters.ts";
import { timeoutCommand } from "./processes/timeout-command.ts";
import type { Interpreter, ProgramStart, ShellCall, ShellResult, Stream, Written } from "./program.ts";
import { ripgrep } from "./rg/rg.ts";
import type { RunTree } from "./run-tree.ts";
import { bashVersion, nextLevel, shellScripts } from "./scripts/shell-script.ts";
import { sed } from "./sed/sed.ts";
import { smallCommands } from "./shell-commands.ts";
import { type ShellFiles, shellFiles } from "./shell-files.ts";
import { RunFileError } from "./tree-nodes.ts";
import { xargsCommand } from "./xargs.ts";

export interface ShellSetup {
  readonly tree: RunTree;
  /** By command name. */
  readonly interpreters: Readonly<Record<string, Interpreter>>;
  write(stream: Stream, written: Written): void;
}

/** A line to run, and where. */
export interface ShellLine {
  readonly line: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: Uint8Array;
}

/** The state that a line leaves, in which the next one starts. */
export interface ShellEnd {
  readonly status: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Shell {
  /** Runs a line to its end; its output is sent as soon as the shell gives it. */
  run(line: ShellLine): Promise<ShellEnd>;
}

/**
 * Creates a shell over the run's tree. Output that goes to nobody else is sent as it comes: the shell's own commands' when each ends,
 * programs' as they print. Long, because its commands share one folder, one environment and one output.
 */
export function createShell({ tree, interpreters, write }: ShellSetup): Shell {
  const outputs = shellOutputs(write);
  const fs = shellFiles(tree, {
    outputs,
    jobs: shellJobs(outputs, tree),
    traps: shellTraps(tree),
    exported: new Map(),
  });
  const programs = Object.entries(interpreters).map(([name, run]) =>
    defineCommand(name, async (args, context) => {
      const { signal } = context;
      const { printed, write: print } = printing(outputs, signal);
      const { taken, ...input } = inputOf(context);
      const start: ProgramStart = {
        name,
        args,
        cwd: context.cwd,
        env: { ...context.exportedEnv },
        ...input,
        tree,
        write: print,
        isLive: outputs.isDirect && !outputs.isOne,
        ...(signal && { signal }),
        shell: inner,
      };
      const over = new Promise<number>((done) => signal?.addEventListener("abort", () => done(124)));
      const { umask } = tree;
      const exitCode = await withDescriptorFiles(tree, args, context.fs, () => Promise.race([run(start), over]));
      tree.umask = umask;
      const [out, err] = [joined(printed.out), joined(printed.err)];
      return { stdout: latin1(out), stderr: escapedText(err), exitCode, stdoutKind: "bytes", ...taken() };
    }),
  );
  const bash = openBash(fs, tree, [...ownCommands(fs, tree), ...programs]);

  async function execute({ line, cwd, env, stdin }: ShellLine, timeout?: number): Promise<BashExecResult> {
    const options = {
      cwd,
      env: { ...env, PWD: cwd },
      replaceEnv: true,
      stdin: latin1(stdin),
      stdinKind: "bytes",
      ...(timeout !== undefined && { signal: AbortSignal.timeout(timeout) }),
    } as const;
    // A target that cannot be written to ends the shell's line with a message, not the whole run.
    return bash.exec(exporting(env) + line, options).catch((caught: unknown): BashExecResult => {
      if (!(caught instanceof RunFileError)) throw caught;
      return { stdout: "", stderr: `bash: ${caught.message}\n`, exitCode: 1, env };
    });
  }

  async function inner(line: string, { cwd, env, stdin = new Uint8Array(), timeout }: ShellCall): Promise<ShellResult> {
    const { exitCode, stdout, stderr } = await outputs.taken(() => execute({ line, cwd, env, stdin }, timeout));
    // Who gave the time knows that it is over.
    const said = timeout === undefined ? stderr : stderr.replace(/^bash: (?:line \d+: )?execution aborted\n/m, "");
    return { status: exitCode, out: escapedBytes(stdout), err: escapedBytes(said) };
  }

  return {
    async run(line) {
      // The lines of a session run in one shell.
      const level = line.env.SHLVL ?? nextLevel();
      const { exitCode, stdout, stderr, env } = await outputs.direct(() =>
        execute({ ...line, env: { ...line.env, SHLVL: level } }),
      );
      if (stdout) write("out", stdout);
      if (stderr) write("err", stderr);
      return { status: exitCode, cwd: env.PWD ?? line.cwd, env };
    },
  };
}

/** A program's input, and what it has taken of that: all that it asked for, unless it says what it has left. */
function inputOf(context: { readonly stdin: unknown }) {
  const stdin = () => fromLatin1(context.stdin as string);
  let left: number | undefined;
  return {
    stdin,
    leave(bytes: number) {
      left = bytes;
    },
    taken: () => (left === undefined ? {} : takenOf(stdin().length - left, 1)),
  };
}

/** Sends what a program prints, or keeps it for the shell; after its time (`timeout`), nobody hears it. */
function printing(outputs: ShellOutputs, signal: AbortSignal | undefined) {
  const printed: Record<Stream, Uint8Array[]> = { out: [], err: [] };
  const { isDirect } = outputs;
  return {
    printed,
    write(stream: Stream, written: Written) {
      if (signal?.aborted) return;
      if (isDirect) return outputs.tell(stream, written);
      // One stream keeps the order.
      const place = outputs.isOne ? "out" : stream;
      printed[place].push(typeof written === "string" ? escapedBytes(written) : written);
    },
  };
}

/** Exports the variables that a shell is started with, so that its programs get them too. */
function exporting(env: ShellLine["env"]): string {
  const names = Object.keys(env).filter((name) => /^[A-Za-z_]\w*$/.test(name));
  return `${bashVersion}${names.length > 0 ? `export ${names.join(" ")}; ` : ""}`;
}

/** Commands that the shell does not have, or that are replaced. */
function ownCommands({ outputs, jobs, traps, exported }: ShellFiles, tree: RunTree): readonly CustomCommand[] {
  return [
    ...smallCommands(traps, tree),
    ...jobCommands(jobs),
    killCommand(jobs, traps),
    ...mendedCommands,
    cat(tree, outputs),
    ...pathCommands(tree),
    ...addedCommands,
    ...starters(outputs),
    ...gzipCommands,
    findCommand(outputs),
    xargsCommand(outputs),
    timeoutCommand({ outputs, jobs, traps }),
    ...[
      ...[
        sed(tree, outputs),
        ...grep(tree, outputs),
        ripgrep(tree, outputs),
        ...awk(tree, outputs),
        tar(tree),
        ...zipCommands(tree),
      ],
      ...shellScripts(outputs, exported),
    ].map((command) => readingDescriptors(tree, command)),
  ];
}

function openBash(fs: ShellFiles, tree: RunTree, customCommands: CustomCommand[]): Bash {
  tree.addCommands(new Set([...getCommandNames(), ...customCommands.map(({ name }) => name)]));
  return new Bash({
    fs,
    cwd: "/",
    executionLimitProfile: "normal",
    // A run has its own time limit, which always applies: these limits only protect a page's memory.
    executionLimits: {
      maxCommandCount: 5_000_000,
      maxLoopIterations: 5_000_000,
      maxOutputSize: 32 * 1024 * 1024,
      maxLiveBytes: 256 * 1024 * 1024,
    },
    // The worker is the barrier; this option would remove parts of it that QuickJS and Python need.
    defenseInDepth: false,
    sleep: fs.jobs.sleep,
    customCommands,
  });
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
