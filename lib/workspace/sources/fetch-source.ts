import { FailureError, failureOf } from "#lib/failure.ts";
import { type CloneOptions, cloneRepository, resolveRepository, takeClone } from "#lib/git/clone/clone.ts";
import type { CloneResult, CloneWarning } from "#lib/git/clone/clone-protocol.ts";
import { type HostAuthorization, hostAuthorization } from "#lib/git/transport/git-http.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { mountNotice } from "#lib/stage/mount-notice.ts";
import { readLiveFolder } from "#lib/upload/live-folder.ts";
import type { LiveFolder, PickedFile } from "#lib/upload/pick.ts";
import type { ReadOptions } from "#lib/upload/read-entries.ts";
import { fetchSample } from "#lib/upload/sample.ts";
import { skillTextSnapshot } from "#lib/upload/text.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { type GitSource, lessonOf, type ReportProgress, type Source } from "#lib/vfs/source.ts";
import { fetchedLabel } from "#lib/workspace/state/mount.ts";
import type { ArrivingSource, FetchedSource } from "#lib/workspace/state/source.ts";

/** A source, or files that only this page has. */
export type Incoming =
  /** `note`: how the address was read, where that is not as it was written. `given`: as its person wrote it. */
  | { readonly kind: "source"; readonly source: Source; readonly note?: string; readonly given?: string }
  | { readonly kind: "upload"; readonly name: string; readonly files: readonly PickedFile[] }
  /** A folder that is read again as it changes. */
  | { readonly kind: "live"; readonly folder: LiveFolder }
  | { readonly kind: "text"; readonly text: string }
  /** A workshop that is open, as its author has it, to be opened as one of its lessons; `folder`: which it then follows. */
  | {
      readonly kind: "workshop";
      readonly name: string;
      readonly lesson: string;
      readonly snapshot: Snapshot;
      readonly folder?: LiveFolder;
    };

export interface FetchOptions {
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
  /** Contents that are here already, which are not fetched again. */
  readonly known?: Snapshot;
  /**
   * Called at most once, with a source that can be used before all of it has come. The rest is read once the promise it
   * returns has ended.
   */
  readonly onArriving?: ((arriving: ArrivingSource) => Promise<void> | void) | undefined;
  /** Called with contents that came ahead of the whole. */
  readonly onContents?: (contents: Snapshot) => void;
}

/** Brings in and verifies a source's files. Touches no workspace. Throws `FailureError`. */
export async function fetchSource(incoming: Incoming, options: FetchOptions): Promise<FetchedSource> {
  if (incoming.kind === "upload") return fetchUpload(incoming.name, incoming.files, options);
  if (incoming.kind === "live") return fetchLive(incoming.folder, options);
  if (incoming.kind === "text") return fetchText(incoming.text);
  if (incoming.kind === "workshop") return fetchAuthored(incoming, options);
  const { source, note } = incoming;
  if (source.kind === "git") {
    const noted = <One extends Pick<FetchedSource, "notices">>(one: One): One =>
      note ? { ...one, notices: [readOtherwise(note), ...one.notices] } : one;
    const onArriving: FetchOptions["onArriving"] = (arriving) => options.onArriving?.(noted(arriving));
    return noted(await fetchRepository(source, { ...options, onArriving }));
  }
  if (source.kind === "sample") {
    const { id, title, profile: madeFor, snapshot } = await fetchSample(source.sample, options);
    const sample = { source: { ...source, sample: id }, label: title, snapshot, notices: [] };
    return asLesson({ ...sample, ...(madeFor !== undefined && { madeFor }) }, options);
  }
  // Uploads and pasted text exist only where they were given: a stored workspace has them, a link cannot.
  throw new Error(`A ${source.kind} cannot be fetched again.`);
}

function readOtherwise(note: string): Notice {
  return { code: "address-read-otherwise", severity: "info", path: "/", data: { note } };
}

async function fetchUpload(given: string, files: readonly PickedFile[], options: FetchOptions): Promise<FetchedSource> {
  // The code that reads folders and archives is loaded with the first of them.
  const { readUpload } = await import("#lib/upload/upload.ts");
  const { skill: name = given, snapshot, warnings } = await readUpload(files, tellingOf(given, options));
  return { ...describeUpload(name, warnings), snapshot };
}

async function fetchLive(folder: LiveFolder, options: FetchOptions): Promise<FetchedSource> {
  const { name } = folder;
  const last = await readLiveFolder(folder, tellingOf(name, options));
  return { ...describeUpload(name, last.warnings), snapshot: last.snapshot, live: { folder, last } };
}

/** The options for a reader of files, whose early result is handed on as an upload of that name. */
function tellingOf(name: string, { onArriving, ...options }: FetchOptions): ReadOptions {
  if (!onArriving) return options;
  const tell: ReadOptions["onArriving"] = ({ warnings, ...arriving }) =>
    onArriving({ ...describeUpload(name, warnings), ...arriving });
  return { ...options, onArriving: tell };
}

function describeUpload(name: string, warnings: readonly CloneWarning[]): Omit<FetchedSource, "snapshot"> {
  return { source: { kind: "upload", name }, label: name, notices: warnings.map(mountNotice) };
}

function fetchAuthored(
  { name, lesson, snapshot, folder }: Extract<Incoming, { kind: "workshop" }>,
  options: FetchOptions,
): Promise<FetchedSource> {
  const last = { snapshot, stamps: new Map(), fresh: new Set<string>(), warnings: [] };
  const live = folder && { live: { folder, last } };
  return asLesson({ source: { kind: "upload", name, lesson }, label: name, snapshot, notices: [], ...live }, options);
}

function fetchText(text: string): FetchedSource {
  const { name, snapshot } = skillTextSnapshot(text);
  return { source: { kind: "text", name }, label: name, snapshot, notices: [] };
}

/** Clones a repository, with the person's token where its host wants one. Throws `FailureError`. */
async function fetchRepository(source: GitSource, options: FetchOptions): Promise<FetchedSource> {
  // Only the whole of a workshop tells what a lesson's project has.
  if (source.lesson !== undefined)
    return asLesson(await fetchWhole(source, { ...options, onArriving: undefined }), options);
  return fetchWhole(source, options);
}

/** The project of the lesson that a source is to be opened as, or else the source as it is. */
export async function asLesson(
  fetched: FetchedSource,
  options: Pick<FetchOptions, "signal" | "onProgress"> & Partial<FetchOptions>,
): Promise<FetchedSource> {
  const id = lessonOf(fetched.source);
  if (id === undefined) return fetched;
  // What reads workshops is fetched with the first of them.
  const { openLesson } = await import("./open-lesson.ts");
  const { onArriving: _, onContents: __, known: ___, ...rest } = options;
  return openLesson(fetched, id, async (source) => (await fetchSource({ kind: "source", source }, rest)).snapshot);
}

async function fetchWhole(source: GitSource, options: FetchOptions): Promise<FetchedSource> {
  const onArriving: CloneOptions["onArriving"] = ({ known, pending, ...clone }, want) =>
    options.onArriving?.({ ...describeClone(source, clone, known), known, pending, want });
  const cloneOptions = { ...options, onArriving };
  const result = await withHostToken(source, (authorization) =>
    authorization ? cloneRepository(source, { ...cloneOptions, authorization }) : takeClone(source, cloneOptions),
  );
  return fetchedFrom(source, result);
}

/**
 * Clones a repository unless it still names the commit `known`: `undefined` then, with nothing downloaded. Throws
 * `FailureError`.
 */
export async function fetchNewer(
  source: GitSource,
  known: string,
  options: FetchOptions,
): Promise<FetchedSource | undefined> {
  const id = await withHostToken(source, (authorization) =>
    resolveRepository(source, { ...options, ...(authorization && { authorization }) }),
  );
  if (id === known) return undefined;
  const fetched = await fetchRepository(source, options);
  // An annotated tag has another id than its commit, so the commits are compared, too.
  return fetched.commit === known ? undefined : fetched;
}

function fetchedFrom(source: GitSource, { snapshot, ...clone }: CloneResult): FetchedSource {
  return { ...describeClone(source, clone, snapshot), snapshot };
}

/** @param snapshot holds the SKILL.md files at least */
function describeClone(
  source: GitSource,
  { commit, ref, path, warnings }: Pick<CloneResult, "commit" | "ref" | "path" | "warnings">,
  snapshot: Snapshot,
): Omit<FetchedSource, "snapshot"> {
  const { refPath: _, ...address } = source;
  return {
    source: { ...address, ...(ref && { ref }), ...(path && { path }) },
    label: fetchedLabel(source, snapshot),
    commit,
    notices: warnings.map(mountNotice),
  };
}

/** Asks without a token first, so that a token is sent only to a host that refuses to answer without one. */
async function withHostToken<Answer>(
  { url }: GitSource,
  ask: (authorization?: HostAuthorization) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (caught) {
    if (!isRefused(caught)) throw caught;
    const { host } = new URL(url);
    const { secrets } = await import("#lib/workspace/models/secrets.ts");
    const token = await secrets.read({ kind: "token", at: host });
    if (token === undefined) throw caught;
    return await ask(hostAuthorization(host, token)).catch((again) => {
      throw isRefused(again) ? new FailureError({ code: "token-refused", url }, { cause: again }) : again;
    });
  }
}

function isRefused(caught: unknown): boolean {
  return failureOf(caught)?.code === "repository-missing";
}
