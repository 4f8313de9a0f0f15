import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { inSlices } from "#lib/async/slices.ts";
import type { CloneArrival } from "#lib/git/clone/clone-arrival.ts";
import type { CloneResult } from "#lib/git/clone/clone-protocol.ts";
import { type CloneEnvironment, cloneSnapshot } from "#lib/git/clone/clone-snapshot.ts";
import { loadPackTools } from "#lib/git/pack/pack-tools.ts";
import type { Report } from "#lib/report/shape.ts";
import type { PendingFiles } from "#lib/vfs/snapshot.ts";
import { type GitSource, sourceLabel } from "#lib/vfs/source.ts";
import { mountNotice } from "#lib/workspace/mounts/mount-notice.ts";
import { sourceReport } from "#lib/workspace/report/source-report.ts";
import { growTree } from "#lib/workspace/tree/mount-tree.ts";

/** What a badge and a card show of a source. */
export type Brief = Pick<Report, "source" | "window" | "harnesses" | "skills">;

/** How the host is asked, and what may be spent. */
export type MakingEnvironment = Omit<CloneEnvironment, "tools" | "onArriving" | "onProgress"> & {
  /** Told when the host is no longer needed. */
  readonly onFetched: () => void;
};

/** The report on a repository. Throws `FailureError`. */
export async function makeReport(source: GitSource, { onFetched, ...environment }: MakingEnvironment): Promise<Report> {
  const tools = packTools();
  const quiet = { onProgress: () => undefined, onArriving: () => undefined };
  const clone = await cloneSnapshot(source, { ...environment, ...quiet, tools });
  onFetched();
  return reportOn(source, { ...clone, pending: undefined }, environment.signal);
}

/** The counts of a report, for which only folders and skills are fetched where the host sends them first. */
export async function makeBrief(source: GitSource, { onFetched, ...environment }: MakingEnvironment): Promise<Brief> {
  const early = new AbortController();
  const arrived = Promise.withResolvers<CloneArrival>();
  const tools = packTools();
  const signal = AbortSignal.any([environment.signal, early.signal]);
  // No host counts as near, so that the other files are asked for after the skills, when nobody wants them any more.
  const onArriving = (arrival: CloneArrival) => {
    arrived.resolve(arrival);
    early.abort();
  };
  const quiet = { onProgress: () => undefined, nearMs: 0 };
  const cloning = cloneSnapshot(source, { ...environment, ...quiet, signal, tools, onArriving });
  const whole = cloning.then((clone) => ({ ...clone, pending: undefined }));
  // Of what was cut short here, only what had come counts.
  whole.catch((caught) => arrived.reject(caught));
  const arriving = arrived.promise.then(({ arriving: { known, ...rest } }) => ({ ...rest, snapshot: known }));
  const first = await Promise.race([arriving, whole.catch(() => arriving)]);
  onFetched();
  const { source: reported, window, harnesses, skills } = await reportOn(source, first, environment.signal);
  return { source: reported, window, harnesses, skills };
}

type Cloned = Pick<CloneResult, "snapshot" | "commit" | "ref" | "path" | "warnings"> & {
  readonly pending: PendingFiles | undefined;
};

async function reportOn(source: GitSource, cloned: Cloned, signal: AbortSignal): Promise<Report> {
  const { snapshot, pending, commit, ref, path, warnings } = cloned;
  const { refPath: _, ...address } = source;
  const tree = await growTree(snapshot, { pending, signal });
  const steps = sourceReport({
    source: { ...address, ref, ...(path && { path }) },
    label: sourceLabel(source),
    commit,
    tree,
    notices: warnings.map(mountNotice),
  });
  return inSlices(steps, { signal });
}

function packTools() {
  const wasm = createRequire(`${process.cwd()}/`).resolve("@zip.js/zip.js/dist/zip-module.wasm");
  return loadPackTools(readFile(wasm));
}
