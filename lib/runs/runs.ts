import { failureOrThrow } from "#lib/failure.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import { keptRunParts } from "#lib/keeping/kept-run-parts.ts";
import type { RunPackage } from "#lib/run/packages/package.ts";
import type { PackageOffer, Packages } from "#lib/run/packages/packages.ts";
import type { Fetching } from "#lib/run/run-frame.ts";
import type { RunPartName } from "#lib/run/run-messages.ts";
import type { RunOutcome, RunRequest, Sandbox } from "#lib/run/sandbox.ts";
import type { ScriptNeeds } from "#lib/skills/scripts/script-needs.ts";
import type { ScriptLanguage } from "#lib/skills/scripts/started-script.ts";
import { place } from "#lib/stage/place.ts";
import type { RunChange } from "#lib/state/model-run.ts";
import type { Slice } from "#lib/state/slices.ts";
import type { Files } from "#lib/vfs/files.ts";
import { basename } from "#lib/vfs/paths.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { givenFiles, givenFolders } from "./given-files.ts";
import { createModelRuns, type ModelRuns } from "./model-runs.ts";
import { packageWants, scriptWants, wantOf } from "./package-wants.ts";
import { changesOf } from "./run-changes.ts";
import type { RunEnd, RunLine, StartedLine, StartLine } from "./run-line.ts";
import { createRunPackages, type RunPackages } from "./run-packages.ts";
import { startedScripts } from "./started-scripts.ts";

/** Verbs for scripts. */
export interface RunVerbs {
  /**
   * Runs a line in the sandbox, over copies of the files. The next line starts in the folder and with the variables that this one leaves.
   */
  runLine(line: RunLine): Promise<RunEnd>;
  /** The folder in which the next line begins: the project's, or home where the project is empty, as with installed skills. */
  runFolder(): string;
  /** Makes a run's changes in the workspace; `undoFix` undoes that. Throws `name-refused` where a file cannot be written at its path. */
  keepRun(changes: readonly RunChange[]): Promise<void>;
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

const environment = {
  HOME: place.home,
  PATH: "/usr/local/bin:/usr/bin:/bin",
  USER: "user",
  LANG: "C.UTF-8",
  TERM: "xterm-256color",
};

/** The parts of the sandbox that a script needs. */
const partsOf: Readonly<Record<ScriptLanguage, readonly RunPartName[]>> = {
  shell: [],
  javascript: ["javascript"],
  python: ["python"],
};

/** The most runs of scripts that the state keeps. */
const mostNoted = 50;

/** The folder and variables with which a line begins. */
interface Begin {
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
}

export function createRuns(needs: RunNeeds): Runs {
  const { files, putFiles, keeping, closed } = needs;
  const sandbox = createSandboxDoor(closed);
  const packages = createRunPackages(packagesDoor());
  const start = lineStarter(needs, sandbox.open, packages);
  let count = 0;
  let left: Begin = { env: environment };
  /** Where the last line began: when it runs again with packages, it begins there once more. */
  let before = left;

  function folder(): string {
    return left.cwd ?? ((files().list(place.cwd)?.length ?? 0) > 0 ? place.cwd : place.home);
  }

  function note({ scripts, status }: RunEnd): void {
    if (status === undefined || scripts.length === 0) return;
    const ran = scripts.map((path) => ({ key: `run/${++count}`, path, status }));
    needs.slice.set({ ownRuns: [...needs.slice.get().ownRuns, ...ran].slice(-mostNoted) });
  }

  const keepRun = keeping.changing((changes: readonly RunChange[]) => {
    const label = changes.length === 1 ? basename(changes[0]?.path ?? "") : `${changes.length} files`;
    const states = changes.map(({ path, bytes, executable }) => [path, bytes ? { bytes, executable } : null] as const);
    return putFiles(label, new Map(states));
  });
  /** The model's line whose packages were last shown to the person. */
  let told: string | undefined;
  const startTold: StartLine = (line) => start({ ...line, onOffer: async () => told === line.line });
  const model = createModelRuns({ slice: needs.slice, keeping, start: startTold, keep: keepRun });
  return {
    model,
    verbs: {
      prepareRun(language, onlyKept) {
        sandbox.prepare(language && partsOf[language], onlyKept);
        packages.prepare(closed);
      },
      restRun: sandbox.rest,
      async packageOffer(line, cwd) {
        told = undefined;
        const offer = await packages.offer(packageWants(line, cwd, files()), { signal: closed });
        if (offer) told = line;
        return offer;
      },
      scriptOffer: (needs) => packages.offer(scriptWants(needs), { signal: closed }),
      keptPackages: packages.keptBytes,
      removePackages: packages.forget,
      runFolder: folder,
      async runLine(line) {
        if (line.packages) left = before;
        before = left;
        const { env, ...end } = await start({ ...line, cwd: folder(), env: left.env });
        if (end.status !== undefined) left = { cwd: end.cwd, env };
        note(end);
        return end;
      },
      keepRun,
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

/** Loads the sandbox when it is first needed. */
function createSandboxDoor(closed: AbortSignal) {
  let sandbox: Promise<Sandbox> | undefined;

  function open(): Promise<Sandbox> {
    sandbox ??= import("#lib/run/open-sandbox.ts").then(
      ({ openSandbox }) => openSandbox(keptRunParts()),
      (caught: unknown) => {
        // Loaded again with the next run.
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
  function prepare(...how: Parameters<Sandbox["prepare"]>): void {
    open().then((opened) => closed.aborted || opened.prepare(...how), ignore);
  }

  return { open, rest, prepare };
}

function lineStarter(
  { files: filesNow, closed }: RunNeeds,
  open: () => Promise<Sandbox>,
  runPackages: RunPackages,
): StartLine {
  return async ({ cwd, env = environment, signal: asked, ...line }) => {
    const signal = AbortSignal.any([asked, closed]);
    const files = filesNow();
    const begun = { ...line, cwd, env, signal };
    const unchanged = { changes: [], scripts: startedScripts(line.line, cwd, files), cwd, env };
    const telling = { signal, onFetching: line.onFetching };
    try {
      const [opened, given, gathered] = await Promise.all([
        open(),
        givenFiles(files, givenFolders(begun), signal, line.mayRead),
        packagesFor(begun, files, runPackages),
      ]);
      for (const trouble of gathered?.troubles ?? []) line.onOutput("err", `${trouble}\n`);
      const { outcome, extend } = opened.run(requestOf(begun, given, gathered?.packages));
      line.onBegun?.(extend);
      const ended = await outcome;
      if (ended.kind !== "ended") return { ...unchanged, said: endText(ended) };
      const offer = await runPackages.offer(ended.lacks.map(wantOf), telling);
      const { status, env: left } = ended;
      const changes = changesOf(ended, files);
      return { ...unchanged, status, changes, cwd: ended.cwd, env: left, ...(offer && { offer }) };
    } catch (caught) {
      if (signal.aborted) return { ...unchanged, said: endText({ kind: "stopped" }) };
      failureOrThrow(caught);
      return { ...unchanged, said: endText({ kind: "unfetched" }) };
    }
  };
}

/** The packages for a line; asks whether those that its scripts need may be fetched. */
async function packagesFor(line: StartedLine, files: Files, runPackages: RunPackages) {
  const { signal, onFetching, onOffer } = line;
  const telling = { signal, onFetching };
  if (line.packages) runPackages.agree(line.packages);
  const offer = await runPackages.offer(packageWants(line.line, line.cwd, files), telling);
  const isToFetch = offer?.packages.some(({ isKept }) => !isKept) && !line.packages;
  if (offer && isToFetch && (await onOffer?.(offer))) runPackages.agree(offer);
  signal.throwIfAborted();
  return runPackages.gather(offer, telling);
}

function requestOf(
  { line, cwd, env, stdin = "", seconds, onOutput, onFetching, signal }: StartedLine & Pick<RunRequest, "env">,
  files: Snapshot,
  packages: readonly RunPackage[] | undefined,
): RunRequest {
  return {
    ...{ line, cwd, env, files, onOutput, signal },
    stdin: new TextEncoder().encode(stdin),
    ...(packages && { packages }),
    ...(onFetching && { onFetching: (fetching) => onFetching(fetching && fetchingText(fetching)) }),
    ...(seconds !== undefined && { time: seconds * 1000 }),
  };
}

const names = { javascript: "JavaScript", python: "Python", jq: "jq" } as const;

/** The text shown while a part of the sandbox is fetched, which happens once: browsers store it. */
function fetchingText({ part, bytes, fetched }: Fetching): string {
  const done = bytes > 0 ? `, ${Math.floor((100 * fetched) / bytes)} % of ${(bytes / 1e6).toFixed(1)} MB` : "";
  return `Fetching ${names[part]}${done}`;
}

/** Preparing hides its failures: the run that needs the part reports them. */
const ignore = () => undefined;

/** One sentence on a run that did not finish. */
function endText(outcome: Exclude<RunOutcome, { kind: "ended" }>): string {
  switch (outcome.kind) {
    case "stopped":
      return "Stopped. Nothing was changed.";
    case "late":
      return "Stopped because its time ran out. Nothing was changed.";
    case "flood":
      return "Stopped because it printed more than can be shown. Nothing was changed.";
    case "unfetched":
      return "Not started: the part that runs scripts did not load. Check that you are online, then run it again.";
    case "failed":
      return `Failed: ${outcome.text} Nothing was changed.`;
  }
}
