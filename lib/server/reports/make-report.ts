import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { inSlices } from "#lib/async/slices.ts";
import { FailureError, failureOf } from "#lib/failure.ts";
import type { ClonePart, CloneResult } from "#lib/git/clone/clone-protocol.ts";
import { type CloneEnvironment, cloneSnapshot, resolveWanted } from "#lib/git/clone/clone-snapshot.ts";
import { createObjectStore } from "#lib/git/pack/git-object.ts";
import { packLimits } from "#lib/git/pack/pack-budget.ts";
import { loadPackTools, type PackTools, type Sum } from "#lib/git/pack/pack-tools.ts";
import { relayAddress } from "#lib/git/transport/relay-address.ts";
import { type Judged, reportOf } from "#lib/report/report.ts";
import type { Report } from "#lib/report/shape.ts";
import { mountNotice } from "#lib/stage/mount-notice.ts";
import { growTree } from "#lib/stage/mount-tree.ts";
import { type SourceFiles, sourceJudged, sourceLooked } from "#lib/stage/source-report.ts";
import type { PendingFiles } from "#lib/vfs/snapshot.ts";
import { type GitSource, sourceLabel } from "#lib/vfs/source.ts";
import { type Brief, briefOf } from "./brief.ts";
import { type ToJudge, toJudge } from "./judging.ts";

/** What the server does for one report: beyond it a person has the lab. */
export interface ReportBounds {
  /** Fetched from the host for a whole report, in bytes. */
  readonly bytes: number;
  /** Of all that this unpacks to. */
  readonly unpackedBytes: number;
  /** Of what is made, as JSON. */
  readonly characters: number;
  readonly milliseconds: number;
}

export const defaultReportBounds: ReportBounds = {
  bytes: 20 * 1024 * 1024,
  unpackedBytes: 64 * 1024 * 1024,
  characters: 8 * 1024 * 1024,
  milliseconds: 10_000,
};

export interface ReportDeps {
  /** Asks the relay, at `relayOrigin`, as a page would. */
  readonly fetch: typeof fetch;
  readonly bounds: ReportBounds;
  /** Aborted when nobody wants it any more. */
  readonly signal?: AbortSignal;
  /** Has harnesses judge the source elsewhere while its files are looked at here (see `judgeKnown`); done here, too, where absent. */
  readonly judge?: (asked: ToJudge, signal: AbortSignal) => Promise<Judged | undefined>;
}

/** A name of this server for itself; the relay asks that a page of its own site sends a request. */
export const relayOrigin = "https://report.invalid";

/** A source as an address names it at one time: which of its files they are can never change. */
export interface Pinned {
  /** With the ref it was found by and the path below it. */
  readonly source: GitSource;
  /** The id of a commit, or of a tag of one. */
  readonly commit: string;
}

/**
 * Finds out what a source names now. Asked through the relay: its guard, its limits and its kept answers hold for reports as for pages,
 * and no token is ever sent. Throws `FailureError`.
 */
export async function pinSource(source: GitSource, deps: ReportDeps): Promise<Pinned> {
  const { kind, url, lesson } = source;
  const { id, ref, path } = await withinBounds(deps, (environment) => resolveWanted(source, environment));
  return { source: { kind, url, ref, ...(path && { path }), ...(lesson !== undefined && { lesson }) }, commit: id };
}

/** What to clone, so that it is what the host said before: by the id, which is computed again from the files. */
function exactly({ source: { kind, url, path }, commit }: Pinned): GitSource {
  return { kind, url, ref: commit, ...(path && { path }) };
}

/** The report on a repository that fits the bounds. Throws `FailureError`: `report-refused` for one that does not. */
export async function makeReport(pinned: Pinned, deps: ReportDeps): Promise<Report> {
  const store = createObjectStore();
  return withinBounds(deps, async (environment) => {
    const clone = await cloneSnapshot(exactly(pinned), {
      ...environment,
      store,
      tools: packTools(),
      atOnce: true,
      onListed: () => undefined,
    });
    const report = await reportOn(pinned, { ...clone, pending: undefined }, environment.signal, deps.judge);
    // Nothing in it is a view of a file. Left alone, they would be in memory beside the files of the next report.
    store.contents.release();
    return report;
  });
}

/** The counts of a report, for which only folders and skills are fetched where the host sends them first. */
export async function makeBrief(pinned: Pinned, deps: ReportDeps): Promise<Brief> {
  return withinBounds(deps, async (environment) => {
    const early = new AbortController();
    const listed = Promise.withResolvers<ClonePart>();
    const tools = packTools();
    const signal = AbortSignal.any([environment.signal, early.signal]);
    // No host counts as near, so that the other files are asked for after the skills, when nobody wants them any more.
    const onListed: CloneEnvironment["onListed"] = ({ part }) => {
      listed.resolve(part);
      early.abort();
    };
    const cloning = cloneSnapshot(exactly(pinned), { ...environment, signal, tools, nearMs: 0, onListed });
    const whole = cloning.then((clone) => ({ ...clone, pending: undefined }));
    // Of what was cut short here, only what had come counts.
    whole.catch((caught) => listed.reject(caught));
    const part = listed.promise.then(({ about, known, pending }) => ({ ...about, pending, snapshot: known }));
    const first = await Promise.race([part, whole.catch(() => part)]);
    return briefOf(await reportOn(pinned, first, environment.signal, deps.judge));
  });
}

type Cloned = Pick<CloneResult, "snapshot" | "commit" | "path" | "warnings"> & {
  readonly pending: PendingFiles | undefined;
};

async function reportOn(
  { source: { path: _, ...address } }: Pinned,
  { snapshot, pending, ...cloned }: Cloned,
  signal: AbortSignal,
  judge?: ReportDeps["judge"],
): Promise<Report> {
  const { path, commit } = cloned;
  const described = { source: { ...address, ...(path && { path }) }, label: sourceLabel(address), commit };
  const judging = judge?.(toJudge(described, snapshot, pending), signal);
  // What it fails by is told when it is waited for.
  judging?.catch(() => undefined);
  const tree = await growTree(snapshot, { pending, signal });
  const files: SourceFiles = { ...described, tree, notices: cloned.warnings.map(mountNotice) };
  const looked = await inSlices(sourceLooked(files), { signal });
  return reportOf(looked, (await judging) ?? (await inSlices(sourceJudged(files), { signal })));
}

let tools: Promise<PackTools> | undefined;

function packTools(): Promise<PackTools> {
  const wasm = createRequire(`${process.cwd()}/`).resolve("@zip.js/zip.js/dist/zip-module.wasm");
  tools ??= loadPackTools(readFile(wasm), startSum);
  return tools;
}

/** SHA-1 by the processor's own instructions. */
function startSum(): Sum {
  const hash = createHash("sha1");
  return { update: (bytes) => hash.update(bytes), digest: () => hash.digest("hex") };
}

type Environment = Omit<CloneEnvironment, "tools" | "onListed">;

async function withinBounds<Result>(
  { fetch, bounds, signal }: ReportDeps,
  work: (environment: Environment) => Promise<Result>,
): Promise<Result> {
  const stopping = new AbortController();
  const late = AbortSignal.timeout(bounds.milliseconds);
  let bytes = 0;
  const counting = () =>
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length;
        if (bytes > bounds.bytes) stopping.abort();
        controller.enqueue(chunk);
      },
    });
  try {
    return await work({
      async fetch(input, init) {
        const response = await fetch(input, init);
        return new Response(response.body?.pipeThrough(counting()) ?? null, response);
      },
      toAddress: (url) => relayAddress(relayOrigin, url),
      signal: AbortSignal.any([stopping.signal, late, ...(signal ? [signal] : [])]),
      idleMs: bounds.milliseconds,
      spending: { ...packLimits, inflatedBytes: bounds.unpackedBytes },
      onProgress: () => undefined,
    });
  } catch (caught) {
    const failure = failureOf(caught);
    if (failure?.code === "too-large" && failure.limit === bounds.unpackedBytes)
      throw new FailureError({ code: "report-refused", why: "large" }, { cause: caught });
    // Both are ours: what a host did is told by its own failure.
    if (failure?.code !== "cancelled" || !(stopping.signal.aborted || late.aborted)) throw caught;
    throw new FailureError({ code: "report-refused", why: late.aborted ? "slow" : "large" }, { cause: caught });
  }
}
