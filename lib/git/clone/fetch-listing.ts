import { type Download, fetchObjects } from "#lib/git/pack/fetch-pack.ts";
import type { GitHttp, GitHttpAnswer } from "#lib/git/transport/git-http.ts";
import { isReadInDiscovery } from "#lib/vfs/discovery-files.ts";
import { type CommitListing, type ListedFile, listCommit } from "./list-commit.ts";
import type { Wanted } from "./resolve-source.ts";

export interface CommitDownload extends Download {
  /** How long the folders have the host and the line to themselves: those of a near one come within it. */
  readonly headStartMs: number;
  /** Whether contents are in the store that came before: of those nothing is asked for again. */
  readonly isBegun: boolean;
  /** Told when the contents of the telling files of `listing` are in the store. */
  readonly onArriving: (listing: CommitListing) => void;
}

/** Asks a server that filters for the folders of the wanted commit alone. */
export async function fetchListing(download: Download, { id, path }: Wanted): Promise<CommitListing> {
  const quiet = { ...download, onProgress: onlyBytes(download) };
  await fetchObjects(quiet, { version: 2, want: id, filter: "blob:none" });
  return listCommit(download.store, id, path);
}

/**
 * Asks for the contents of the listed files, those that tell which skills there are before the others, and tells the
 * list of these as soon as they have come.
 */
export async function fetchFiles(download: CommitDownload, listing: CommitListing): Promise<void> {
  const telling = tellingFiles(listing);
  if (listing.files.length <= together) {
    await fetchContents(download, [...telling, ...listing.files], listTeller(download, listing, telling));
    return;
  }
  const skills = fetchTelling(download, listing);
  const isTelling = new Set(telling);
  const others = listing.files.filter((file) => !isTelling.has(file));
  await Promise.all([skills, fetchContents({ ...download, http: heldBack(download.http, skills) }, others)]);
}

/**
 * Up to so many files are asked for in one request, which hosts answer in the order asked. Of more, whose names alone
 * keep a host busy for a while, the telling ones have a request to themselves.
 */
const together = 4_000;

/** Asks for the files that tell which skills there are, and tells when they have come. */
export async function fetchTelling(download: CommitDownload, listing: CommitListing): Promise<void> {
  const telling = tellingFiles(listing);
  const quiet = { ...download, onProgress: onlyBytes(download) };
  await fetchContents(quiet, telling, listTeller(download, listing, telling));
}

/** Tells once, when it is called with all of the telling files in the store. */
function listTeller({ store, onArriving }: CommitDownload, listing: CommitListing, telling: readonly ListedFile[]) {
  let come = 0;
  return () => {
    if (come === telling.length) return;
    while (come < telling.length && store.objects.has(telling[come]?.id ?? "")) come++;
    if (come === telling.length) onArriving(listing);
  };
}

/** As many as one request may name: the relay takes 1 MB. */
const mostNamed = 15_000;

/** Asks for the contents that are not in the store yet. */
export async function fetchContents(
  download: Download,
  files: readonly ListedFile[],
  onObjects?: () => void,
): Promise<void> {
  const ids = new Set(files.map(({ id }) => id).filter((id) => !download.store.objects.has(id)));
  const missing = [...ids];
  for (let at = 0; at < missing.length; at += mostNamed) {
    await fetchObjects(download, { version: 2, blobs: missing.slice(at, at + mostNamed) }, onObjects);
  }
}

/** People see one download, of which nothing but the bytes goes on while its small parts come first. */
export function onlyBytes({ received, onProgress }: Download): Download["onProgress"] {
  return () => onProgress({ phase: "downloading", bytes: received() });
}

/** Asks at once, and reads the answers only then: others have the line and the processor to themselves. */
export function heldBack(http: GitHttp, until: Promise<unknown>): GitHttp {
  async function* bodyThen(body: GitHttpAnswer["body"]): GitHttpAnswer["body"] {
    await until;
    yield* body;
  }
  return async (request) => {
    const answer = await http(request);
    return { ...answer, body: bodyThen(answer.body) };
  };
}

/** Fewer files than these come about as soon as those would that tell their skills. */
const worthListing = 50;

/**
 * The files that tell which skills there are, and where links lead; none where they would not come sooner than
 * everything.
 */
function tellingFiles({ files }: Pick<CommitListing, "files">): readonly ListedFile[] {
  if (files.length < worthListing) return [];
  const telling = files.filter(({ path, kind }) => kind === "link" || isReadInDiscovery(path));
  return telling.length === files.length ? [] : telling;
}
