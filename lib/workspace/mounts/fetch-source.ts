import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { readArchive } from "#lib/upload/archive.ts";
import { isArchiveName } from "#lib/upload/archive-files.ts";
import { type PickedFile, readPicked } from "#lib/upload/folder.ts";
import { type LiveFolder, readLiveFolder } from "#lib/upload/live-folder.ts";
import { fetchSample } from "#lib/upload/sample.ts";
import { skillTextSnapshot } from "#lib/upload/text.ts";
import type { ReportProgress, Source } from "#lib/vfs/source.ts";
import type { FetchedSource } from "#lib/workspace/core.ts";
import { fetchRepository } from "./fetch-repository.ts";
import type { FoundSkills } from "./found-skills.ts";
import { mountNotice } from "./mount-notices.ts";

/** A source, or files in hand that only this page has. */
export type Incoming =
  /** `note`: how the address was read, where that is not as it was written. */
  | { readonly kind: "source"; readonly source: Source; readonly note?: string }
  | { readonly kind: "upload"; readonly name: string; readonly files: readonly PickedFile[] }
  /** A folder that is read again as it changes. */
  | { readonly kind: "live"; readonly folder: LiveFolder }
  | { readonly kind: "text"; readonly text: string };

export interface FetchOptions {
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
  /** Told at most once, of a repository that lists its skills before the rest of it has come. */
  readonly onFound?: (found: FoundSkills) => void;
}

/** Brings in and verifies a source's files. Touches no workspace. Throws `FailureError`. */
export async function fetchSource(incoming: Incoming, options: FetchOptions): Promise<FetchedSource> {
  if (incoming.kind === "upload") return fetchUpload(incoming.name, incoming.files, options);
  if (incoming.kind === "live") return fetchLive(incoming.folder, options);
  if (incoming.kind === "text") return fetchText(incoming.text);
  const { source, note } = incoming;
  if (source.kind === "git") {
    const fetched = await fetchRepository(source, options);
    return note ? { ...fetched, notices: [readOtherwise(note), ...fetched.notices] } : fetched;
  }
  if (source.kind === "sample") {
    const { title, snapshot } = await fetchSample(source.sample, options);
    return { source, label: title, snapshot, notices: [] };
  }
  // Uploads and pasted text exist only where they were given: a stored workspace has them, a link cannot.
  throw new Error(`A ${source.kind} cannot be fetched again.`);
}

function readOtherwise(note: string): Notice {
  return { code: "address-read-otherwise", severity: "info", path: "/", data: { note } };
}

async function fetchUpload(name: string, files: readonly PickedFile[], options: FetchOptions): Promise<FetchedSource> {
  const [only] = files;
  // An archive alone is what it holds; among others it is a file like them.
  const isArchive = files.length === 1 && only !== undefined && /^[^/]+$/.test(only.path) && isArchiveName(only.path);
  const { snapshot, warnings } = isArchive
    ? await readArchive(only.path, only.file, options)
    : await readPicked(files, options);
  return { source: { kind: "upload", name }, label: name, snapshot, notices: warnings.map(mountNotice) };
}

async function fetchLive(folder: LiveFolder, options: FetchOptions): Promise<FetchedSource> {
  const last = await readLiveFolder(folder, options);
  const { name } = folder;
  const notices = last.warnings.map(mountNotice);
  return { source: { kind: "upload", name }, label: name, snapshot: last.snapshot, notices, live: { folder, last } };
}

function fetchText(text: string): FetchedSource {
  const { name, snapshot } = skillTextSnapshot(text);
  return { source: { kind: "text", name }, label: name, snapshot, notices: [] };
}
