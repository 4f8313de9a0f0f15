import { FailureError } from "#lib/failure.ts";
import { type Download, fetchObjects } from "#lib/git/pack/fetch-pack.ts";
import type { GitHttp, GitHttpAnswer } from "#lib/git/transport/git-http.ts";
import { isReadInDiscovery } from "#lib/vfs/discovery-files.ts";
import { type CommitListing, type ListedFile, listCommit } from "./list-commit.ts";
import type { Wanted } from "./resolve-source.ts";

export interface CommitDownload extends Download {
  /** A host whose folders come within so many milliseconds is near. */
  readonly nearMs: number;
  /** Until it resolves, nothing is asked for but what tells which skills there are. */
  readonly opened: Promise<void>;
  /**
   * Told when the folders and the contents of the telling files of `listing` are in the store, and others are not yet.
   * These are read when what it returns has resolved.
   */
  readonly onArriving: (listing: CommitListing) => Promise<void>;
}

/** Asks a server that filters for the folders of the wanted commit alone. */
export async function fetchListing(download: Download, { id, path }: Wanted): Promise<CommitListing> {
  const quiet = { ...download, onProgress: onlyBytes(download) };
  await fetchObjects(quiet, { version: 2, want: id, filter: "blob:none" });
  return listCommit(download.store, id, path);
}

/**
 * Asks for the contents of the listed files: for those that tell which skills there are in a request to themselves, since
 * hosts answer in whatever order their packs have. The others are asked for when these have come and the line is free; of
 * a near host, where the line costs nothing and asking takes longest, beside them.
 */
export async function fetchFiles(download: CommitDownload, listing: CommitListing, isNear: boolean): Promise<void> {
  const telling = tellingFiles(listing);
  const isTelling = new Set(telling);
  const others = listing.files.filter((file) => !isTelling.has(file));
  const isWorthTelling = others.length > 0 && listing.files.length >= worthTelling;
  const told = fetchContents({ ...download, onProgress: onlyBytes(download) }, telling);
  const shown = told.then(() => (isWorthTelling ? download.onArriving(listing) : undefined));
  const fetchOthers = async () => {
    await unlessCancelled(download, Promise.all([download.opened, isNear ? undefined : told]));
    await fetchContents({ ...download, http: heldBack(download, shown) }, others);
  };
  await Promise.all([shown, fetchOthers()]);
}

/** As many as one request may name: the relay takes 1 MB. */
const mostNamed = 15_000;

/** Asks for the contents that are not in the store yet. */
export async function fetchContents(download: Download, files: readonly ListedFile[]): Promise<void> {
  const ids = new Set(files.map(({ id }) => id).filter((id) => !download.store.objects.has(id)));
  const missing = [...ids];
  for (let at = 0; at < missing.length; at += mostNamed) {
    await fetchObjects(download, { version: 2, blobs: missing.slice(at, at + mostNamed) });
  }
}

/** People see one download, of which nothing but the bytes goes on while its small parts come first. */
export function onlyBytes({ received, onProgress }: Download): Download["onProgress"] {
  return () => onProgress({ phase: "downloading", bytes: received() });
}

/** Asks at once, and reads the answers only then: others have the line and the processor to themselves. */
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

/** Waits for what others do, and no longer than anybody waits for the download. Throws `cancelled`. */
export async function unlessCancelled({ signal }: Pick<Download, "signal">, done: Promise<unknown>): Promise<void> {
  const cancelled = Promise.withResolvers<never>();
  const cancel = () => cancelled.reject(new FailureError({ code: "cancelled" }));
  signal.addEventListener("abort", cancel);
  if (signal.aborted) cancel();
  try {
    await Promise.race([done, cancelled.promise]);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** Fewer files than these come about as soon as those would that tell their skills. */
const worthTelling = 50;

/** The files that tell which skills there are, and where links lead; none where all come as soon. */
function tellingFiles({ files }: Pick<CommitListing, "files">): readonly ListedFile[] {
  if (files.length < worthTelling) return [];
  return files.filter(({ path, kind }) => kind === "link" || isReadInDiscovery(path));
}
