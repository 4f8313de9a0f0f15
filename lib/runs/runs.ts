import { failureOrThrow } from "#lib/failure.ts";
import { plural } from "#lib/format-count.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import type { PackageOffer, Packages, PackageWant } from "#lib/run/packages/packages.ts";
import type { RunPartName } from "#lib/run/run-messages.ts";
import type { Sandbox } from "#lib/run/sandbox.ts";
import type { ScriptNeeds } from "#lib/skills/scripts/script-needs.ts";
import type { ScriptLanguage } from "#lib/skills/scripts/started-script.ts";
import type { RunChange } from "#lib/state/model-run.ts";
import type { Slice } from "#lib/state/slices.ts";
import type { Files } from "#lib/vfs/files.ts";
import { basename } from "#lib/vfs/paths.ts";
import type { LineStarter } from "./line-starter.ts";
import { createModelRuns, type ModelRuns } from "./model-runs.ts";
import { lineEnvironment, type OwnLineVerbs, ownLines } from "./own-lines.ts";
import { type StartLine, unfetched } from "./run-line.ts";
import { createRunPackages, type RunPackages } from "./run-packages.ts";

/** Verbs for scripts. */
export interface RunVerbs extends OwnLineVerbs {
  /**
   * Sets which changes of a model's command are kept; does nothing where that is already decided.
   * @param callId of the call that ran it
   */
  decideRun(callId: string, kept: readonly RunChange[]): void;
  /**
   * Loads parts of the sandbox ahead, so that the next run begins sooner: for a script in this language, or by default
   * what the last run needed.
   * @param onlyKept loads only what this browser has stored, where nobody has asked for a run yet
   */
  prepareRun(language?: ScriptLanguage, onlyKept?: boolean): void;
  /** Releases what was loaded for the next run. */
  restRun(): void;
  /**
   * The packages that the scripts in a model's line need, for the person who is asked about it; those in the answer may
   * be fetched once the line is allowed.
   */
  packageOffer(line: string, cwd: string): Promise<PackageOffer | undefined>;
  /** The available packages that a script may need, known before anybody runs it. Nothing is fetched. */
  scriptOffer(needs: ScriptNeeds): Promise<PackageOffer | undefined>;
  /** Bytes of Python packages that this browser has stored. */
  keptPackages(): Promise<number>;
  removePackages(): Promise<void>;
}

/** The script runner of a workspace: one sandbox, loaded with the first run. */
export interface Runs {
  readonly verbs: RunVerbs;
  readonly model: ModelRuns;
}

interface PutFile {
  readonly bytes: Uint8Array;
  readonly executable?: boolean;
}

export interface RunNeeds {
  readonly slice: Slice<"runs">;
  /** The current files. */
  readonly files: () => Files;
  /** Writes files as one change that can be undone, called `label`; `null` removes a file. Throws as `RunVerbs.keepRun`. */
  readonly putFiles: (label: string, contents: ReadonlyMap<string, PutFile | null>) => Promise<void>;
  readonly keeping: Keeping;
  readonly closed: AbortSignal;
}

/** The parts of the sandbox that a script needs. */
const partsOf: Readonly<Record<ScriptLanguage, readonly RunPartName[]>> = {
  shell: [],
  javascript: ["javascript"],
  python: ["python"],
};

/** Tells which packages are wanted, with code that is fetched for it. */
type Wants = (tell: typeof import("./package-wants.ts")) => readonly PackageWant[];

export function createRuns(needs: RunNeeds): Runs {
  const { files, putFiles, keeping, closed } = needs;
  const packages = createRunPackages(packagesDoor());
  const { start, rest, prepare } = createStarterDoor(needs, packages);
  const offerOf = async (wants: Wants) => packages.offer(wants(await import("./package-wants.ts")), { signal: closed });
  const keep = keeping.changing((changes: readonly RunChange[]) => {
    const label = changes.length === 1 ? basename(changes[0]?.path ?? "") : plural(changes.length, "file");
    const states = changes.map(({ path, bytes, executable }) => [path, bytes ? { bytes, executable } : null] as const);
    return putFiles(label, new Map(states));
  });
  /** The model's line whose packages were last shown to the person. */
  let told: string | undefined;
  const startTold: StartLine = (line) => start({ ...line, onOffer: async () => told === line.line });
  const model = createModelRuns({ slice: needs.slice, files, keeping, start: startTold, keep });
  return {
    model,
    verbs: {
      prepareRun(language, onlyKept) {
        prepare(language && partsOf[language], onlyKept);
        packages.prepare(closed);
      },
      restRun: rest,
      async packageOffer(line, cwd) {
        told = undefined;
        const offer = await offerOf(({ packageWants }) => packageWants(line, cwd, files()));
        if (offer) told = line;
        return offer;
      },
      scriptOffer: (needs) => offerOf(({ scriptWants }) => scriptWants(needs)),
      keptPackages: packages.keptBytes,
      removePackages: packages.forget,
      ...ownLines(needs, start, keep),
      decideRun: model.decide,
    },
  };
}

/** Loads the code for packages when it is first needed; again where that failed. */
function packagesDoor(): () => Promise<Packages> {
  let packages: Promise<Packages> | undefined;
  return () => {
    packages ??= import("#lib/run/packages/open-packages.ts").then(
      ({ openPackages }) => openPackages(),
      (caught: unknown) => {
        packages = undefined;
        throw caught;
      },
    );
    return packages;
  };
}

/** Loads the sandbox, and what starts a line in it, when it is first needed. */
function createStarterDoor(needs: RunNeeds, packages: RunPackages) {
  const { closed } = needs;
  let starter: Promise<LineStarter> | undefined;

  function open(): Promise<LineStarter> {
    starter ??= import("./line-starter.ts").then(
      ({ createLineStarter }) => createLineStarter(needs, packages),
      (caught: unknown) => {
        // Loaded again with the next run.
        starter = undefined;
        throw caught;
      },
    );
    return starter;
  }

  function rest(): void {
    starter?.then(({ sandbox }) => sandbox.rest(), ignore);
  }

  closed.addEventListener("abort", rest);
  function prepare(...how: Parameters<Sandbox["prepare"]>): void {
    open().then(({ sandbox }) => closed.aborted || sandbox.prepare(...how), ignore);
  }

  const start: StartLine = async (line) => {
    const begun = { ...line, env: line.env ?? lineEnvironment };
    try {
      return await (await open()).start(begun);
    } catch (caught) {
      failureOrThrow(caught);
      return { changes: line.onto ?? [], scripts: [], cwd: begun.cwd, env: begun.env, said: unfetched };
    }
  };

  return { start, rest, prepare };
}

/** Preparing hides its failures: the run that needs the part reports them. */
const ignore = () => undefined;
