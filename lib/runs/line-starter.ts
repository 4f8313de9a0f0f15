import { failureOrThrow } from "#lib/failure.ts";
import { keptRunParts } from "#lib/keeping/kept-run-parts.ts";
import { openSandbox } from "#lib/run/open-sandbox.ts";
import type { RunPackage } from "#lib/run/packages/package.ts";
import type { RunOutcome, RunRequest, Sandbox } from "#lib/run/sandbox.ts";
import type { Files } from "#lib/vfs/files.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { givenFiles, givenFolders } from "./given-files.ts";
import { packageWants, wantOf } from "./package-wants.ts";
import { changesOf, joinedChanges, withChanges } from "./run-changes.ts";
import { type StartedLine, type StartLine, unfetched } from "./run-line.ts";
import { fetchingText, type RunPackages } from "./run-packages.ts";
import { startedScripts } from "./started-scripts.ts";

/** The sandbox of a workspace, and how a line is started in it. */
export interface LineStarter {
  readonly sandbox: Sandbox;
  start(line: StartedLine & Pick<RunRequest, "env">): ReturnType<StartLine>;
}

interface LineNeeds {
  /** The current files. */
  readonly files: () => Files;
  readonly closed: AbortSignal;
}

/** The most scripts of one line that are noted as run. */
const mostTold = 8;

/** Fetched with the first run. */
export function createLineStarter(needs: LineNeeds, packages: RunPackages): LineStarter {
  const sandbox = openSandbox(keptRunParts());
  return { sandbox, start: startIn(sandbox, needs, packages) };
}

function startIn(
  sandbox: Sandbox,
  { files: filesNow, closed }: LineNeeds,
  runPackages: RunPackages,
): LineStarter["start"] {
  return async ({ cwd, env, signal: asked, ...line }) => {
    const signal = AbortSignal.any([asked, closed]);
    const files = filesNow();
    const begun = { ...line, cwd, env, signal };
    const { onto = [] } = line;
    const scripts = startedScripts(line.line, cwd, files).slice(0, mostTold);
    const unchanged = { changes: onto, scripts, cwd, env };
    const telling = { signal, onFetching: line.onFetching };
    try {
      const [given, gathered] = await Promise.all([
        givenFiles(files, givenFolders(begun), signal, line.mayRead),
        packagesFor(begun, files, runPackages),
      ]);
      for (const trouble of gathered?.troubles ?? []) line.onOutput("err", `${trouble}\n`);
      const { outcome, extend } = sandbox.run(requestOf(begun, withChanges(given, onto), gathered?.packages));
      line.onBegun?.(extend);
      const ended = await outcome;
      if (ended.kind !== "ended") return { ...unchanged, said: endText(ended) };
      const offer = await runPackages.offer(ended.lacks.map(wantOf), telling);
      const { status, env: left } = ended;
      const changes = joinedChanges(onto, changesOf(ended, files, given), files);
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
    ...(onFetching && {
      onFetching: (fetching) => onFetching(fetching && fetchingText(names[fetching.part], fetching)),
    }),
    ...(seconds !== undefined && { time: seconds * 1000 }),
  };
}

/** Parts of the sandbox. Each is fetched once: browsers store it. */
const names = { javascript: "JavaScript", python: "Python", jq: "jq" } as const;

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
      return unfetched;
    case "failed":
      return `Failed: ${outcome.text} Nothing was changed.`;
  }
}
