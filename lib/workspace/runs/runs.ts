import { failureOf } from "#lib/failure.ts";
import type { Fetching, RunOutcome, Sandbox } from "#lib/run/sandbox.ts";
import { place } from "#lib/stage/place.ts";
import { basename } from "#lib/vfs/paths.ts";
import type { Editing } from "#lib/workspace/files/editing.ts";
import type { Keeping } from "#lib/workspace/keeping/keeping.ts";
import type { Tree } from "#lib/workspace/tree/tree.ts";
import { givenFiles } from "./given-files.ts";
import { changesOf, type RunChange } from "./run-changes.ts";

/** A line of shell as a person runs it. */
export interface RunLine {
  readonly line: string;
  readonly stdin: string;
  readonly signal: AbortSignal;
  readonly onOutput: (stream: "out" | "err", text: string) => void;
  /** Told what is fetched for it, in a sentence, and with nothing once that is there. */
  readonly onFetching: (said: string | undefined) => void;
  /** Told once it has begun: it can then be given its time once more. */
  readonly onBegun: (extend: () => boolean) => void;
}

/** How a line ended, and what it would change. */
export interface RunEnd {
  /** 0 where all went well. Absent where it did not come to its end. */
  readonly status?: number;
  /** What a person is told of a run that did not come to its end. */
  readonly said?: string;
  readonly changes: readonly RunChange[];
  /** The folder in which the next line begins. */
  readonly cwd: string;
}

/** What is done with scripts. */
export interface RunVerbs {
  /** Runs a line in the sandbox, over copies of the files. The folder and variables that it leaves are those of the next one. */
  runLine(line: RunLine): Promise<RunEnd>;
  /** The folder in which the next line begins: the project's, or where nothing is in it, as with installed skills, home. */
  runFolder(): string;
  /** Puts what a run changed into the workspace; `undoFix` takes that back. Throws `name-refused` where a file cannot stand at its path. */
  keepRun(changes: readonly RunChange[]): Promise<void>;
  /** Has the next run begin sooner. */
  prepareRun(): void;
  /** Lets go of what waits for the next run. */
  restRun(): void;
}

interface RunNeeds {
  readonly tree: Tree;
  readonly editing: Editing;
  readonly keeping: Keeping;
  readonly closed: AbortSignal;
}

const environment = {
  HOME: place.home,
  PATH: "/usr/local/bin:/usr/bin:/bin",
  USER: "user",
  LANG: "C.UTF-8",
  TERM: "xterm-256color",
};

/** The sandbox of a workspace: one for all that is run in it, fetched with the first run. Long because its verbs share that, and what the last line left. */
export function runVerbs({ tree, editing, keeping, closed }: RunNeeds): RunVerbs {
  let sandbox: Promise<Sandbox> | undefined;
  let left: { readonly cwd?: string; readonly env: Readonly<Record<string, string>> } = { env: environment };

  function folder(): string {
    return left.cwd ?? ((tree.state().files.list(place.cwd)?.length ?? 0) > 0 ? place.cwd : place.home);
  }

  function open(): Promise<Sandbox> {
    sandbox ??= import("#lib/run/open-sandbox.ts").then(
      ({ openSandbox }) => openSandbox(),
      (caught: unknown) => {
        // Asked for anew with the next run.
        sandbox = undefined;
        throw caught;
      },
    );
    return sandbox;
  }

  function rest(): void {
    sandbox?.then(({ rest }) => rest(), ignore);
  }

  closed.addEventListener("abort", rest);
  return {
    prepareRun: () => void open().then(({ prepare }) => closed.aborted || prepare(), ignore),
    restRun: rest,
    runFolder: folder,
    async runLine({ line, stdin, signal: asked, onOutput, onFetching, onBegun }) {
      const signal = AbortSignal.any([asked, closed]);
      const { files } = tree.state();
      const cwd = folder();
      try {
        const [opened, given] = await Promise.all([open(), givenFiles(files, signal)]);
        const bytes = new TextEncoder().encode(stdin);
        const { outcome, extend } = opened.run({
          line,
          cwd,
          env: left.env,
          stdin: bytes,
          files: given,
          onOutput,
          onFetching: (fetching) => onFetching(fetching && fetchingText(fetching)),
          signal,
        });
        onBegun(extend);
        const ended = await outcome;
        if (ended.kind !== "ended") return { said: endText(ended), changes: [], cwd };
        left = { cwd: ended.cwd, env: ended.env };
        return { status: ended.status, changes: changesOf(ended, files), cwd: ended.cwd };
      } catch (caught) {
        if (signal.aborted) return { said: endText({ kind: "stopped" }), changes: [], cwd };
        if (!failureOf(caught)) throw caught;
        return { said: endText({ kind: "unfetched" }), changes: [], cwd };
      }
    },
    keepRun: keeping.changing((changes: readonly RunChange[]) => {
      const label = changes.length === 1 ? basename(changes[0]?.path ?? "") : `${changes.length} files`;
      const states = changes.map(
        ({ path, bytes, executable }) => [path, bytes ? { bytes, executable } : null] as const,
      );
      return editing.change({ verb: "Kept", label }, new Map(states));
    }),
  };
}

const names = { javascript: "JavaScript", python: "Python" } as const;

/** What is said while a part of the sandbox comes, which it does once: browsers keep it. */
function fetchingText({ part, bytes, fetched }: Fetching): string {
  const done = bytes > 0 ? `, ${Math.floor((100 * fetched) / bytes)} % of ${(bytes / 1e6).toFixed(1)} MB` : "";
  return `Fetching ${names[part]}${done}`;
}

/** What is only made ready says nothing of a fault: the run that needs it does. */
const ignore = () => undefined;

/** One sentence on a run that did not come to its end. */
function endText(outcome: Exclude<RunOutcome, { kind: "ended" }>): string {
  switch (outcome.kind) {
    case "stopped":
      return "Stopped. Nothing was changed.";
    case "late":
      return "Ended, as its time was over. Nothing was changed.";
    case "flood":
      return "Ended, as it printed more than can be shown. Nothing was changed.";
    case "unfetched":
      return "Could not begin: the part that runs scripts did not load. Check that you are online, and run it again.";
    case "failed":
      return `Ended by a fault: ${outcome.text} Nothing was changed.`;
  }
}
