import { type FetchedSource, fetchedSource, type SourceAbout } from "#lib/state/source.ts";
import { fetchSample } from "#lib/upload/sample.ts";
import { type Delivery, deliver, progressTo, wholeOf } from "#lib/vfs/delivery.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { type GitSource, lessonOf, type ReportProgress, type Source } from "#lib/vfs/source.ts";
import { fetchRepository, resolveRef } from "./fetch-repository.ts";

export interface FetchOptions {
  readonly signal: AbortSignal;
  /** Contents that are already here and are not fetched again. */
  readonly known?: Snapshot;
}

/** Fetches and verifies the files of a source that has an address. Changes no workspace. Throws `FailureError`. */
export function fetchSource(source: Source, { signal, ...options }: FetchOptions): Delivery<SourceAbout> {
  if (source.kind === "git") {
    const clone = fetchRepository(source, { signal, ...options });
    if (source.lesson === undefined) return clone;
    // Only a whole workshop determines what a lesson's project contains.
    return wholly(async (onProgress) =>
      asLesson(fetchedSource(await wholeOf(clone, onProgress)), { signal, onProgress }),
    );
  }
  if (source.kind === "sample") {
    return wholly(async (onProgress) => {
      const { id, title, profile: madeFor, snapshot } = await fetchSample(source.sample, { signal, onProgress });
      const sample = { source: { ...source, sample: id }, label: title, snapshot, notices: [] };
      return asLesson({ ...sample, ...(madeFor !== undefined && { madeFor }) }, { signal, onProgress });
    });
  }
  // Uploads and pasted text exist only where they were given: a stored workspace has them, a link cannot.
  throw new Error(`A ${source.kind} cannot be fetched again.`);
}

/** The whole of a source, as `fetchSource` delivers it. */
export async function fetchWhole(
  source: Source,
  { onProgress, ...options }: FetchOptions & { readonly onProgress: ReportProgress },
): Promise<FetchedSource> {
  return fetchedSource(await wholeOf(fetchSource(source, options), onProgress));
}

/**
 * Fetches a repository unless its ref still names the commit `known`: then `undefined`, with nothing downloaded. Throws
 * `FailureError`.
 */
export async function fetchNewer(
  source: GitSource,
  known: string,
  options: LessonOptions,
): Promise<FetchedSource | undefined> {
  if ((await resolveRef(source, options)) === known) return undefined;
  const fetched = await fetchWhole(source, options);
  // An annotated tag has another id than its commit, so the commits are compared, too.
  return fetched.commit === known ? undefined : fetched;
}

/** A delivery without usable parts before the whole. */
export function wholly(fetch: (onProgress: ReportProgress) => Promise<FetchedSource>): Delivery<SourceAbout> {
  return deliver(async (tell) => {
    const { snapshot, ...about } = await fetch(progressTo(tell));
    return { kind: "whole", about, snapshot };
  });
}

interface LessonOptions {
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
}

/** The project of the lesson as which a source is to be opened, or else the unchanged source. */
export async function asLesson(fetched: FetchedSource, options: LessonOptions): Promise<FetchedSource> {
  const id = lessonOf(fetched.source);
  if (id === undefined) return fetched;
  // The code that reads workshops is loaded at first use.
  const { openLesson } = await import("./open-lesson.ts");
  return openLesson(fetched, id, async (source) => (await fetchWhole(source, options)).snapshot);
}
