import { FailureError, failureOf } from "#lib/failure.ts";
import { cloneRepository, resolveRepository, takeClone } from "#lib/git/clone/clone.ts";
import type { CloneAbout, CloneWarning } from "#lib/git/clone/clone-protocol.ts";
import { type HostAuthorization, hostAuthorization } from "#lib/git/transport/git-http.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { mountNotice } from "#lib/stage/mount-notice.ts";
import { fetchedLabel } from "#lib/state/mount.ts";
import { type FetchedSource, fetchedSource, type LiveMount, type SourceAbout } from "#lib/state/source.ts";
import { readLiveFolder } from "#lib/upload/live-folder.ts";
import type { LiveFolder, PickedFile } from "#lib/upload/pick.ts";
import { fetchSample } from "#lib/upload/sample.ts";
import { skillTextSnapshot } from "#lib/upload/text.ts";
import { type Delivery, deliver, describeDelivery, progressTo, wholeOf } from "#lib/vfs/delivery.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { type GitSource, lessonOf, type ReportProgress, type Source } from "#lib/vfs/source.ts";

/** A source, or files that only this page has. */
export type Incoming =
  /**
   * `note`: how the address was interpreted, where that differs from what was written. `given`: as its person wrote it.
   */
  | { readonly kind: "source"; readonly source: Source; readonly note?: string; readonly given?: string }
  | { readonly kind: "upload"; readonly name: string; readonly files: readonly PickedFile[] }
  /** A folder that is read again as it changes. */
  | { readonly kind: "live"; readonly folder: LiveFolder }
  | { readonly kind: "text"; readonly text: string }
  /**
   * An open workshop as its author has it, to be opened as one of its lessons; `folder`: the folder that it then
   * follows.
   */
  | {
      readonly kind: "workshop";
      readonly name: string;
      readonly lesson: string;
      readonly snapshot: Snapshot;
      readonly folder?: LiveFolder;
    };

export interface FetchOptions {
  readonly signal: AbortSignal;
  /** Contents that are already here and are not fetched again. */
  readonly known?: Snapshot;
}

/** Fetches and verifies a source's files. Changes no workspace. Throws `FailureError`. */
export async function* fetchSource(incoming: Incoming, options: FetchOptions): Delivery<SourceAbout> {
  if (incoming.kind !== "source") return yield* fetchOwn(incoming, options);
  const { source, note } = incoming;
  if (source.kind === "git")
    return yield* describeDelivery(fetchRepository(source, options), (about) =>
      note ? { ...about, notices: [readOtherwise(note), ...about.notices] } : about,
    );
  if (source.kind === "sample") {
    const { signal } = options;
    return yield* wholly(async (onProgress) => {
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
  incoming: Incoming,
  { onProgress, ...options }: FetchOptions & { readonly onProgress: ReportProgress },
): Promise<FetchedSource> {
  return fetchedSource(await wholeOf(fetchSource(incoming, options), onProgress));
}

/** Delivers files that only this page has. */
function fetchOwn(incoming: Exclude<Incoming, { kind: "source" }>, { signal }: FetchOptions): Delivery<SourceAbout> {
  if (incoming.kind === "upload") return readFiles(incoming.name, incoming.files, signal);
  if (incoming.kind === "live") return readFolder(incoming.folder, signal);
  return wholly(async (onProgress) =>
    incoming.kind === "text" ? pastedText(incoming.text) : authored(incoming, { signal, onProgress }),
  );
}

/** A delivery without usable parts before the whole. */
function wholly(fetch: (onProgress: ReportProgress) => Promise<FetchedSource>): Delivery<SourceAbout> {
  return deliver(async (tell) => {
    const { snapshot, ...about } = await fetch(progressTo(tell));
    return { kind: "whole", about, snapshot };
  });
}

function readOtherwise(note: string): Notice {
  return { code: "address-read-otherwise", severity: "info", path: "/", data: { note } };
}

interface UploadAbout {
  readonly warnings: readonly CloneWarning[];
  /** The one skill that was given without its folder. */
  readonly skill?: string;
  readonly live?: LiveMount;
}

function readFiles(given: string, files: readonly PickedFile[], signal: AbortSignal): Delivery<SourceAbout> {
  const upload = deliver<UploadAbout>(async (tell) => {
    // The code that reads folders and archives is loaded at first use.
    const { readUpload } = await import("#lib/upload/upload.ts");
    const { snapshot, ...about } = await readUpload(files, { signal, tell, onProgress: progressTo(tell) });
    return { kind: "whole", about, snapshot };
  });
  return describeDelivery(upload, (about) => describeUpload(about.skill ?? given, about));
}

function readFolder(folder: LiveFolder, signal: AbortSignal): Delivery<SourceAbout> {
  const upload = deliver<UploadAbout>(async (tell) => {
    const last = await readLiveFolder(folder, { signal, tell, onProgress: progressTo(tell) });
    return { kind: "whole", about: { warnings: last.warnings, live: { folder, last } }, snapshot: last.snapshot };
  });
  return describeDelivery(upload, (about) => describeUpload(folder.name, about));
}

function describeUpload(name: string, { warnings, live }: UploadAbout): SourceAbout {
  return { source: { kind: "upload", name }, label: name, notices: warnings.map(mountNotice), ...(live && { live }) };
}

function authored(
  { name, lesson, snapshot, folder }: Extract<Incoming, { kind: "workshop" }>,
  options: LessonOptions,
): Promise<FetchedSource> {
  const last = { snapshot, stamps: new Map(), fresh: new Set<string>(), warnings: [] };
  const live = folder && { live: { folder, last } };
  return asLesson({ source: { kind: "upload", name, lesson }, label: name, snapshot, notices: [], ...live }, options);
}

function pastedText(text: string): FetchedSource {
  const { name, snapshot } = skillTextSnapshot(text);
  return { source: { kind: "text", name }, label: name, snapshot, notices: [] };
}

/** Clones a repository, with the person's token where its host requires one. Throws `FailureError`. */
function fetchRepository(source: GitSource, options: FetchOptions): Delivery<SourceAbout> {
  const clone = describeDelivery(cloneWithToken(source, options), (about, known) =>
    describeClone(source, about, known),
  );
  if (source.lesson === undefined) return clone;
  // Only a whole workshop determines what a lesson's project contains.
  return wholly(async (onProgress) =>
    asLesson(fetchedSource(await wholeOf(clone, onProgress)), { signal: options.signal, onProgress }),
  );
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
  return openLesson(fetched, id, async (source) => (await fetchWhole({ kind: "source", source }, options)).snapshot);
}

/**
 * Clones a repository unless its ref still names the commit `known`: then `undefined`, with nothing downloaded. Throws
 * `FailureError`.
 */
export async function fetchNewer(
  source: GitSource,
  known: string,
  { signal, onProgress }: LessonOptions,
): Promise<FetchedSource | undefined> {
  const ask = (authorization?: HostAuthorization) =>
    resolveRepository(source, { signal, onProgress, ...(authorization && { authorization }) });
  const id = await ask().catch(async (caught) =>
    ask(await keptToken(source, caught)).catch((again) => refuseToken(source, again)),
  );
  if (id === known) return undefined;
  const fetched = fetchedSource(await wholeOf(fetchRepository(source, { signal }), onProgress));
  // An annotated tag has another id than its commit, so the commits are compared, too.
  return fetched.commit === known ? undefined : fetched;
}

/**
 * Describes a clone.
 * @param snapshot holds the SKILL.md files at least
 */
function describeClone(
  source: GitSource,
  { commit, ref, path, warnings }: CloneAbout,
  snapshot: Snapshot,
): SourceAbout {
  const { refPath: _, ...address } = source;
  return {
    source: { ...address, ...(ref && { ref }), ...(path && { path }) },
    label: fetchedLabel(source, snapshot),
    commit,
    notices: warnings.map(mountNotice),
  };
}

/** Asks without a token first, so that a token is sent only to a host that refuses to answer without one. */
async function* cloneWithToken(source: GitSource, options: FetchOptions): Delivery<CloneAbout> {
  try {
    return yield* takeClone(source, options);
  } catch (caught) {
    const authorization = await keptToken(source, caught);
    try {
      return yield* cloneRepository(source, { ...options, authorization });
    } catch (again) {
      refuseToken(source, again);
    }
  }
}

/**
 * The stored token for a host that has refused to answer without one. Throws `caught` where there is no token, or the
 * refusal was another.
 */
async function keptToken({ url }: GitSource, caught: unknown): Promise<HostAuthorization> {
  if (!isRefused(caught)) throw caught;
  const { host } = new URL(url);
  const { secrets } = await import("#lib/models/secrets.ts");
  const token = await secrets.read({ kind: "token", at: host });
  if (token === undefined) throw caught;
  return hostAuthorization(host, token);
}

function refuseToken({ url }: GitSource, caught: unknown): never {
  throw isRefused(caught) ? new FailureError({ code: "token-refused", url }, { cause: caught }) : caught;
}

function isRefused(caught: unknown): boolean {
  return failureOf(caught)?.code === "repository-missing";
}
