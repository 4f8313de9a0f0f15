import { failureOf } from "#lib/failure.ts";
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

/** What is done with scripts. */
export interface RunVerbs {
  /** Runs a line in the sandbox, over copies of the files. The folder and variables that it leaves are those of the next one. */
  runLine(line: RunLine): Promise<RunEnd>;
  /** The folder in which the next line begins: the project's, or where nothing is in it, as with installed skills, home. */
  runFolder(): string;
  /** Puts what a run changed into the workspace; `undoFix` takes that back. Throws `name-refused` where a file cannot stand at its path. */
  keepRun(changes: readonly RunChange[]): Promise<void>;
  /** Says what is kept of what a model's command changed; nothing where that is over. @param callId of the call that ran it */
  decideRun(callId: string, kept: readonly RunChange[]): void;
  /**
   * Has the next run begin sooner: one of a script in this language, or by default of what the last one needed.
   * @param onlyKept where nobody has asked for it yet: nothing is fetched that this browser does not have
   */
  prepareRun(language?: ScriptLanguage, onlyKept?: boolean): void;
  /** Lets go of what waits for the next run. */
  restRun(): void;
  /** What of packages the scripts of a model's line want, for whoever is asked about it; what was told may be fetched once they allow the line. */
  packageOffer(line: string, cwd: string): Promise<PackageOffer | undefined>;
  /** What can be had of the packages that a script may ask for: told before anybody runs it, and nothing is fetched. */
  scriptOffer(needs: ScriptNeeds): Promise<PackageOffer | undefined>;
  /** Bytes that this browser keeps of packages for Python. */
  keptPackages(): Promise<number>;
  removePackages(): Promise<void>;
}

/** Where scripts run: one sandbox for all that is run in a workspace, fetched with the first run. */
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
  /** The files as they are now. */
  readonly files: () => Files;
  /** Puts files in place as one change that can be taken back, called `label`; `null` removes one. Throws as `RunVerbs.keepRun`. */
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

/** What of the sandbox a script needs. */
const partsOf: Readonly<Record<ScriptLanguage, readonly RunPartName[]>> = {
  shell: [],
  javascript: ["javascript"],
  python: ["python"],
};

/** Runs of scripts that the state tells of. */
const mostNoted = 50;

/** What a line begins with. */
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
  /** Where the last line began: run again with packages, it begins there once more. */
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
  /** The line of a model's whose packages somebody was told last. */
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

/** Fetched when they are first asked for; anew where that failed. */
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

/** The sandbox, fetched when it is first asked for. */
function createSandboxDoor(closed: AbortSignal) {
  let sandbox: Promise<Sandbox> | undefined;

  function open(): Promise<Sandbox> {
    sandbox ??= import("#lib/run/open-sandbox.ts").then(
      ({ openSandbox }) => openSandbox(keptRunParts()),
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
      if (!failureOf(caught)) throw caught;
      return { ...unchanged, said: endText({ kind: "unfetched" }) };
    }
  };
}

/** The packages that a line gets; asks whether those may be fetched that its scripts want. */
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

/** What the sandbox is asked to run. */
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
      return "Stopped because its time ran out. Nothing was changed.";
    case "flood":
      return "Stopped because it printed more than can be shown. Nothing was changed.";
    case "unfetched":
      return "Not started: the part that runs scripts did not load. Check that you are online, then run it again.";
    case "failed":
      return `Failed: ${outcome.text} Nothing was changed.`;
  }
}
