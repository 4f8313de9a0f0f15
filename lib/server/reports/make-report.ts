import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { inSlices } from "#lib/async/slices.ts";
import { FailureError, failureOf } from "#lib/failure.ts";
import type { ClonePart, CloneResult } from "#lib/git/clone/clone-protocol.ts";
import { type CloneEnvironment, cloneSnapshot, resolveWanted } from "#lib/git/clone/clone-snapshot.ts";
import { createObjectStore } from "#lib/git/pack/git-object.ts";
import { packLimits } from "#lib/git/pack/pack-budget.ts";
import type { PackTools, Sum } from "#lib/git/pack/pack-tools.ts";
import { loadPackTools } from "#lib/git/pack/wasm-pack-tools.ts";
import { relayAddress } from "#lib/git/transport/relay-address.ts";
import { type Judged, reportOf } from "#lib/report/report.ts";
import type { Report } from "#lib/report/shape.ts";
import { growTree } from "#lib/stage/grow-tree.ts";
import { mountNotice } from "#lib/stage/mount-notice.ts";
import { sourceLooked } from "#lib/stage/source-parts.ts";
import { type SourceFiles, sourceJudged } from "#lib/stage/source-report.ts";
import type { PendingFiles } from "#lib/vfs/snapshot.ts";
import { type GitSource, sourceLabel } from "#lib/vfs/source.ts";
import { type Brief, briefOf } from "./brief.ts";
import { type ToJudge, toJudge } from "./judging.ts";

/** The limits of one report on the server: for larger repositories there is the lab. */
export interface ReportBounds {
  /** Bytes fetched from the host for a whole report. */
  readonly bytes: number;
  /** Bytes after unpacking. */
  readonly unpackedBytes: number;
  /** Characters of the report as JSON. */
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
  /** Asks the relay at `relayOrigin`, as a page would. */
  readonly fetch: typeof fetch;
  readonly bounds: ReportBounds;
  /** Aborted when nobody wants the report any more. */
  readonly signal?: AbortSignal;
  /**
   * Judges the source elsewhere while its files are read here (see `judgeKnown`); where absent, this happens here, too.
   */
  readonly judge?: (asked: ToJudge, signal: AbortSignal) => Promise<Judged | undefined>;
}

/** A name for this server itself: the relay requires that requests come from a page of its own site. */
export const relayOrigin = "https://report.invalid";

/** A source that was resolved to a commit, so that its files can never change. */
export interface Pinned {
  /** With the ref that was resolved and the path below it. */
  readonly source: GitSource;
  /** The id of a commit, or of an annotated tag. */
  readonly commit: string;
}

/**
 * Resolves a source to its current commit. The request goes through the relay: its guard, its limits and its kept
 * answers hold for reports as for pages, and no token is ever sent. Throws `FailureError`.
 */
export async function pinSource(source: GitSource, deps: ReportDeps): Promise<Pinned> {
  const { kind, url, lesson } = source;
  const { id, ref, path } = await withinBounds(deps, (environment) => resolveWanted(source, environment));
  return { source: { kind, url, ref, ...(path && { path }), ...(lesson !== undefined && { lesson }) }, commit: id };
}

/**
 * The source by its commit id, so that the clone is exactly what was resolved: the id is computed again from the files.
 */
function exactly({ source: { kind, url, path }, commit }: Pinned): GitSource {
  return { kind, url, ref: commit, ...(path && { path }) };
}

/** The report on a repository within the bounds. Throws `FailureError`: `report-refused` for one that exceeds them. */
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
    // Nothing in the report is a view of a file. Without this, the files would stay in memory beside those of the next
    // report.
    store.contents.release();
    return report;
  });
}

/** The counts of a report. Only folders and skills are fetched for them, where the host sends these first. */
export async function makeBrief(pinned: Pinned, deps: ReportDeps): Promise<Brief> {
  return withinBounds(deps, async (environment) => {
    const early = new AbortController();
    const listed = Promise.withResolvers<ClonePart>();
    const tools = packTools();
    const signal = AbortSignal.any([environment.signal, early.signal]);
    // No host counts as near, so that the other files are requested after the skills, when nobody wants them any more.
    const onListed: CloneEnvironment["onListed"] = ({ part }) => {
      listed.resolve(part);
      early.abort();
    };
    const cloning = cloneSnapshot(exactly(pinned), { ...environment, signal, tools, nearMs: 0, onListed });
    const whole = cloning.then((clone) => ({ ...clone, pending: undefined }));
    // Of a clone that was aborted here, only what had arrived counts.
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
  // Its failure is reported when it is awaited.
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

/** SHA-1 with the processor's own instructions. */
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
    // Both aborts are ours: what a host did has a failure of its own.
    if (failure?.code !== "cancelled" || !(stopping.signal.aborted || late.aborted)) throw caught;
    throw new FailureError({ code: "report-refused", why: late.aborted ? "slow" : "large" }, { cause: caught });
  }
}
