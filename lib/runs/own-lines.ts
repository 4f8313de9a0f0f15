import { place } from "#lib/stage/place.ts";
import type { RunChange } from "#lib/state/model-run.ts";
import type { Slice } from "#lib/state/slices.ts";
import type { Files } from "#lib/vfs/files.ts";
import type { RunEnd, RunLine, StartLine } from "./run-line.ts";

/** Verbs for lines that the person runs. */
export interface OwnLineVerbs {
  /**
   * Runs a line in the sandbox, over copies of the files. The next line starts in the folder, with the variables and over the changes that
   * this one leaves.
   */
  runLine(line: RunLine): Promise<RunEnd>;
  /** The folder in which the next line begins: the project's, or home where the project is empty, as with installed skills. */
  runFolder(): string;
  /** The changes of the lines until now that nobody has decided on. */
  lineChanges(): readonly RunChange[];
  /**
   * Makes these changes in the workspace, and discards the others of `lineChanges`; `undoFix` undoes it. Throws `name-refused` where a file
   * cannot be written at its path.
   */
  keepRun(changes: readonly RunChange[]): Promise<void>;
}

/** The variables of a line that no other one has left any. */
export const lineEnvironment = {
  HOME: place.home,
  PATH: "/usr/local/bin:/usr/bin:/bin",
  USER: "user",
  LANG: "C.UTF-8",
  TERM: "xterm-256color",
};

/** The folder, variables and changes with which a line begins. */
interface Begin {
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly changes: readonly RunChange[];
}

/** The most runs of scripts that the state keeps. */
const mostNoted = 50;

/**
 * The lines of the person, each of which begins as the one before has left everything. Nothing of what they change is in the workspace
 * until it is kept.
 */
export function ownLines(
  { slice, files }: { readonly slice: Slice<"runs">; readonly files: () => Files },
  start: StartLine,
  keep: (changes: readonly RunChange[]) => Promise<void>,
): OwnLineVerbs {
  let count = 0;
  let left: Begin = { env: lineEnvironment, changes: [] };
  /** Where the last line began: when it runs again with packages, it begins there once more. */
  let before = left;

  function runFolder(): string {
    return left.cwd ?? ((files().list(place.cwd)?.length ?? 0) > 0 ? place.cwd : place.home);
  }

  function note({ scripts, status }: RunEnd): void {
    if (status === undefined || scripts.length === 0) return;
    const ran = scripts.map((path) => ({ key: `run/${++count}`, path, status }));
    slice.set({ ownRuns: [...slice.get().ownRuns, ...ran].slice(-mostNoted) });
  }

  return {
    runFolder,
    async runLine(line) {
      if (line.packages) left = before;
      before = left;
      const { env, ...end } = await start({ ...line, cwd: runFolder(), env: left.env, onto: left.changes });
      if (end.status !== undefined) left = { cwd: end.cwd, env, changes: end.changes };
      note(end);
      return end;
    },
    lineChanges: () => left.changes,
    async keepRun(kept) {
      const decided = new Set(left.changes);
      if (kept.length > 0) await keep(kept);
      const undecided = (begin: Begin) => ({ ...begin, changes: begin.changes.filter((each) => !decided.has(each)) });
      [left, before] = [undecided(left), undecided(before)];
    },
  };
}
