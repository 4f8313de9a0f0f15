import { FailureError } from "#lib/failure.ts";
import { createSnapshot, type Snapshot, type SnapshotEntry, snapshotMode } from "#lib/vfs/snapshot.ts";
import type { ReportProgress } from "#lib/vfs/source.ts";

/** One entry of `/samples/index.json`, which is built with the page and so trusted to be valid. */
export interface Sample {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Id of the harness for which it is made. */
  readonly profile?: string;
  /** A message for trying it. */
  readonly prompt?: string;
  /** Whether it is a workshop, which is opened lesson by lesson. */
  readonly workshop?: true;
  /** Whether it comes with a harness and is not meant to be opened by itself. */
  readonly bundled?: true;
  /** Relative to `/samples/<id>/`. */
  readonly files: readonly string[];
}

export interface FetchedSample {
  readonly id: string;
  readonly title: string;
  readonly profile?: string;
  readonly snapshot: Snapshot;
}

export interface FetchSampleOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: ReportProgress;
}

/** The samples of this site. Throws `network-cut` and `server-error`. */
export async function listSamples({ signal }: FetchSampleOptions = {}): Promise<readonly Sample[]> {
  const response = await fetchOwn("/samples/index.json", signal);
  return (await response.json()) as readonly Sample[];
}

const prepared = new Map<string, Promise<FetchedSample>>();

/** Fetches a sample ahead of time, for a later `fetchSample`. */
export function prepareSample(id: string): void {
  if (prepared.has(id)) return;
  const sample = readSample(id);
  prepared.set(id, sample);
  // The later caller gets the failure and can try again.
  sample.catch(() => prepared.delete(id));
}

/**
 * The sample with this id, or else the one that contains the skill with this name. Throws `sample-missing` where there
 * is neither, and the failures of `listSamples`.
 */
export async function fetchSample(id: string, options: FetchSampleOptions = {}): Promise<FetchedSample> {
  return (await prepared.get(id)?.catch(() => undefined)) ?? readSample(id, options);
}

async function readSample(id: string, options: FetchSampleOptions = {}): Promise<FetchedSample> {
  const sample = sampleCalled(await listSamples(options), id);
  if (!sample) throw new FailureError({ code: "sample-missing", sample: id });
  let done = 0;
  const fetchFile = async (path: string): Promise<SnapshotEntry> => {
    const address = [sample.id, ...path.split("/")].map(encodeURIComponent).join("/");
    const response = await fetchOwn(`/samples/${address}`, options.signal);
    const bytes = new Uint8Array(await response.arrayBuffer());
    options.onProgress?.({ phase: "downloading", done: ++done, total: sample.files.length });
    return { path, mode: snapshotMode.file, bytes };
  };
  return {
    id: sample.id,
    title: sample.title,
    ...(sample.profile !== undefined && { profile: sample.profile }),
    snapshot: createSnapshot(await Promise.all(sample.files.map(fetchFile))),
  };
}

function sampleCalled(samples: readonly Sample[], name: string): Sample | undefined {
  const holds = ({ files }: Sample) => files.some((path) => `/${path}`.endsWith(`/${name}/SKILL.md`));
  // Bundled skills are in every workspace, so a sample that shows the skill in use comes first.
  return (
    samples.find(({ id }) => id === name) ??
    samples.find((one) => !one.bundled && !one.workshop && holds(one)) ??
    samples.find((one) => !one.workshop && holds(one))
  );
}

async function fetchOwn(path: string, signal?: AbortSignal): Promise<Response> {
  const host = location.host;
  const response = await fetch(path, signal ? { signal } : {}).catch((caught: unknown) => {
    // `fetch` reports every failure of the network as a TypeError.
    throw caught instanceof TypeError ? new FailureError({ code: "network-cut", host }, { cause: caught }) : caught;
  });
  if (!response.ok) throw new FailureError({ code: "server-error", host, status: response.status });
  return response;
}
