import { unlessAborted } from "#lib/async/unless-aborted.ts";
import { FailureError, failureOf } from "#lib/failure.ts";
import { type Download, fetchObjects } from "#lib/git/pack/fetch-pack.ts";
import type { GitHttp, GitHttpAnswer } from "#lib/git/transport/git-http.ts";
import type { Advertisement } from "#lib/git/transport/list-refs.ts";
import { isReadInDiscovery } from "#lib/harness/discovery-files.ts";
import { type CommitListing, type ListedFile, listCommit } from "./list-commit.ts";
import type { Wanted } from "./resolve-source.ts";

type Abilities = Pick<Advertisement, "version" | "filters">;

/**
 * Fetches the objects of the wanted commit below its path into the store, and resolves to the list of its files. A
 * server that supports filters sends the folders first, then the skills, then the other files; outside a wanted folder
 * nothing.
 */
export async function fetchCommit(
  download: CommitDownload,
  wanted: Wanted,
  abilities: Abilities,
): Promise<CommitListing> {
  try {
    return await fetchAs(download, wanted, abilities);
  } catch (error) {
    const code = failureOf(error)?.code;
    const again = { ...download, budget: download.budget.anew() };
    // The relay cuts off a page that reads a shared answer too slowly for the others; it has stored the answer by then.
    if (code === "network-cut" && download.received() > 0) return fetchAs(again, wanted, abilities);
    // The host does not serve commits by id, or a proxy has dropped the version and the answer has no pack.
    const broke = code === "ref-missing" || code === "pack-damaged";
    if (abilities.version !== 2 || !broke) throw error;
    return fetchWhole(again, wanted, 0);
  }
}

async function fetchAs(
  download: CommitDownload,
  wanted: Wanted,
  { version, filters }: Abilities,
): Promise<CommitListing> {
  const start = performance.now();
  const inParts = filters && !(download.atOnce && !wanted.path);
  const listing = inParts ? await unlessRefused(fetchListing(download, wanted)) : undefined;
  if (!listing) return fetchWhole(download, wanted, version);
  await fetchFiles(download, listing, performance.now() - start < download.nearMs);
  return listing;
}

/** The whole commit in one pack, even where only a folder of it is wanted. */
async function fetchWhole(
  download: CommitDownload,
  wanted: Wanted,
  version: Advertisement["version"],
): Promise<CommitListing> {
  await unlessCancelled(download, download.opened);
  await fetchObjects(download, { version, want: wanted.id });
  return listCommit(download.store, wanted.id, wanted.path);
}

/** `undefined` where the host claims to support filters and then fails. */
async function unlessRefused<Result>(filtered: Promise<Result>): Promise<Result | undefined> {
  try {
    return await filtered;
  } catch (error) {
    if (failureOf(error)?.code !== "server-error") throw error;
    return undefined;
  }
}

export interface CommitDownload extends Download {
  /** Milliseconds: a host that sends the folders within this time counts as near. */
  readonly nearMs: number;
  /**
   * Nobody looks at a part before everything has arrived, which saves the host two of three requests. A folder is still
   * fetched in parts.
   */
  readonly atOnce: boolean;
  /** Before this resolves, only the files that show which skills there are get fetched. */
  readonly opened: Promise<void>;
  /**
   * Called when the folders, and of the contents only the telling files of `listing` (see `tellingFiles`), are in the
   * store. The others are read once the returned promise has resolved.
   */
  readonly onListed: (listing: CommitListing) => Promise<void>;
}

/** Fetches the folders of the wanted commit without the contents of files, which only a server with filters can do. */
async function fetchListing(download: Download, { id, path }: Wanted): Promise<CommitListing> {
  const quiet = { ...download, onProgress: onlyBytes(download) };
  await fetchObjects(quiet, { version: 2, want: id, filter: "blob:none" });
  return listCommit(download.store, id, path);
}

/**
 * Fetches the contents of the listed files. The telling ones get a request of their own, as a host answers in the order
 * of its packs, not of the request. The others are requested when these have arrived, so that the two do not share the
 * bandwidth; from a near host, where the request itself takes longest, at the same time.
 */
async function fetchFiles(download: CommitDownload, listing: CommitListing, isNear: boolean): Promise<void> {
  const telling = tellingFiles(listing);
  const isTelling = new Set(telling);
  const others = listing.files.filter((file) => !isTelling.has(file));
  const isWorthTelling = others.length > 0 && listing.files.length >= worthTelling;
  const told = fetchContents({ ...download, onProgress: onlyBytes(download) }, telling);
  const shown = told.then(() => (isWorthTelling ? download.onListed(listing) : undefined));
  const fetchOthers = async () => {
    await unlessCancelled(download, Promise.all([download.opened, isNear ? undefined : told]));
    await fetchContents({ ...download, http: heldBack(download, shown) }, others);
  };
  await Promise.all([shown, fetchOthers()]);
}

/** The most ids in one request: the relay accepts 1 MB. */
const mostNamed = 15_000;

/** Fetches the contents that are not in the store yet. */
export async function fetchContents(download: Download, files: readonly ListedFile[]): Promise<void> {
  const ids = new Set(files.map(({ id }) => id).filter((id) => !download.store.objects.has(id)));
  const missing = [...ids];
  for (let at = 0; at < missing.length; at += mostNamed) {
    await fetchObjects(download, { version: 2, blobs: missing.slice(at, at + mostNamed) });
  }
}

/** Reports bytes only: people see one download, whatever smaller requests precede it. */
export function onlyBytes({ received, onProgress }: Download): Download["onProgress"] {
  return () => onProgress({ phase: "downloading", bytes: received() });
}

/** Sends each request at once, but reads its answer only after `until`, so that other answers are not slowed down. */
function heldBack(download: Download, until: Promise<unknown>): GitHttp {
  async function* bodyThen(body: GitHttpAnswer["body"]): GitHttpAnswer["body"] {
    await unlessCancelled(download, until);
    yield* body;
  }
  return async (request) => {
    const answer = await download.http(request);
    return { ...answer, body: bodyThen(answer.body) };
  };
}

/** Resolves when `done` has ended. Throws `cancelled` as soon as the download is cancelled. */
async function unlessCancelled({ signal }: Pick<Download, "signal">, done: Promise<unknown>): Promise<void> {
  try {
    await unlessAborted(done, signal);
  } catch (cause) {
    throw signal.aborted ? new FailureError({ code: "cancelled" }, { cause }) : cause;
  }
}

/** With fewer files than this, fetching all takes about as long as fetching only those that show the skills. */
const worthTelling = 50;

/** The files that show which skills there are, and all links; none where everything arrives as soon. */
function tellingFiles({ files }: Pick<CommitListing, "files">): readonly ListedFile[] {
  if (files.length < worthTelling) return [];
  return files.filter(({ path, kind }) => kind === "link" || isReadInDiscovery(path));
}
