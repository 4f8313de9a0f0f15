import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { inSlices } from "#lib/async/slices.ts";
import { FailureError, failureOf } from "#lib/failure.ts";
import type { CloneArrival } from "#lib/git/clone/clone-arrival.ts";
import type { CloneResult } from "#lib/git/clone/clone-protocol.ts";
import { type CloneEnvironment, cloneSnapshot, resolveCommit } from "#lib/git/clone/clone-snapshot.ts";
import type { PackTools } from "#lib/git/pack/pack-tools.ts";
import { loadPackTools } from "#lib/git/pack/pack-tools.ts";
import { relayAddress } from "#lib/git/transport/relay-address.ts";
import type { Report } from "#lib/report/shape.ts";
import type { RelayDeps } from "#lib/server/relay/git-relay.ts";
import { relayGit } from "#lib/server/relay/git-relay.ts";
import { addressHeader } from "#lib/server/visitor.ts";
import type { PendingFiles } from "#lib/vfs/snapshot.ts";
import { type GitSource, sourceLabel } from "#lib/vfs/source.ts";
import { mountNotice } from "#lib/workspace/mounts/mount-notice.ts";
import { sourceReport } from "#lib/workspace/report/source-report.ts";
import { growTree } from "#lib/workspace/tree/mount-tree.ts";

/** What the server does for one report: beyond it a person has the lab. */
export interface ReportBounds {
  /** Fetched from the host for a whole report, in bytes. */
  readonly bytes: number;
  readonly milliseconds: number;
}

export const defaultReportBounds: ReportBounds = { bytes: 20 * 1024 * 1024, milliseconds: 10_000 };

export interface ReportDeps {
  readonly relay: RelayDeps;
  readonly bounds: ReportBounds;
  /** Who asks, as the front door wrote it. */
  readonly address: string | null;
}

/** What a badge and a card show of a source. */
export type Brief = Pick<Report, "source" | "window" | "harnesses" | "skills">;

/** A name of this server for itself; the relay asks that a page of its own site sends a request. */
const origin = "https://report.invalid";

/** As the page's clone has it: it costs a host no more than one. */
const session = "skillground-reports";

/**
 * The id of the commit, or of a tag of one, that a source names now. Asked through the relay: its guard, its limits and its kept answers
 * hold for reports as for pages, and no token is ever sent. Throws `FailureError`.
 */
export async function currentCommit(source: GitSource, deps: ReportDeps): Promise<string> {
  return withinBounds(deps, (environment) => resolveCommit(source, environment));
}

/** The report on a repository that fits the bounds. Throws `FailureError`: `too-large` for one that does not. */
export async function makeReport(source: GitSource, deps: ReportDeps): Promise<Report> {
  return withinBounds(deps, async (environment) => {
    const tools = packTools();
    const clone = await cloneSnapshot(source, { ...environment, tools, onArriving: () => undefined });
    return reportOn(source, { ...clone, pending: undefined }, environment.signal);
  });
}

/** The counts of a report, for which only folders and skills are fetched where the host sends them first. */
export async function makeBrief(source: GitSource, deps: ReportDeps): Promise<Brief> {
  return withinBounds(deps, async (environment) => {
    const early = new AbortController();
    const arrived = Promise.withResolvers<CloneArrival>();
    const tools = packTools();
    const signal = AbortSignal.any([environment.signal, early.signal]);
    // No host counts as near, so that the other files are asked for after the skills, when nobody wants them any more.
    const onArriving = (arrival: CloneArrival) => {
      arrived.resolve(arrival);
      early.abort();
    };
    const cloning = cloneSnapshot(source, { ...environment, signal, tools, nearMs: 0, onArriving });
    const whole = cloning.then((clone) => ({ ...clone, pending: undefined }));
    // Of what was cut short here, only what had come counts.
    whole.catch((caught) => arrived.reject(caught));
    const arriving = arrived.promise.then(({ arriving: { known, ...rest } }) => ({ ...rest, snapshot: known }));
    const first = await Promise.race([arriving, whole.catch(() => arriving)]);
    const { source: reported, window, harnesses, skills } = await reportOn(source, first, environment.signal);
    return { source: reported, window, harnesses, skills };
  });
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

let tools: Promise<PackTools> | undefined;

function packTools(): Promise<PackTools> {
  const wasm = createRequire(`${process.cwd()}/`).resolve("@zip.js/zip.js/dist/zip-module.wasm");
  tools ??= loadPackTools(readFile(wasm));
  return tools;
}

type Environment = Omit<CloneEnvironment, "tools" | "onArriving">;

async function withinBounds<Result>(
  { relay, bounds, address }: ReportDeps,
  work: (environment: Environment) => Promise<Result>,
): Promise<Result> {
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(bounds.milliseconds)]);
  let bytes = 0;
  const count = (length: number) => {
    bytes += length;
    if (bytes > bounds.bytes) stopping.abort();
  };
  try {
    return await work({
      fetch: (input, init) => askRelay(new URL(String(input)), { ...init, address, relay, count }),
      toAddress: (url) => relayAddress(origin, url),
      signal,
      idleMs: bounds.milliseconds,
      onProgress: () => undefined,
    });
  } catch (caught) {
    // Both are ours: what a host did is told by its own failure.
    if (failureOf(caught)?.code === "cancelled" && signal.aborted)
      throw new FailureError({ code: "too-large", limit: bounds.bytes }, { cause: caught });
    throw caught;
  }
}

interface Asking extends RequestInit {
  readonly address: string | null;
  readonly relay: RelayDeps;
  readonly count: (length: number) => void;
}

/** One of git's requests, given to the relay as a page's would be. */
async function askRelay(url: URL, { address, relay, count, ...init }: Asking): Promise<Response> {
  const headers = new Headers(init.headers);
  const page = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty", origin };
  for (const [name, value] of Object.entries(page)) headers.set(name, value);
  headers.set("x-skillground-session", session);
  headers.delete("authorization");
  if (address !== null) headers.set(addressHeader, address);
  const request = new Request(url, { ...init, headers });
  const response = await relayGit(request, relay);
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      count(chunk.length);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(counting) ?? null, response);
}
