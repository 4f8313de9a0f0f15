import { type Failure, failureOf } from "#lib/failure.ts";
import { createObjectStore, type ObjectStore } from "#lib/git/pack/git-object.ts";
import { PackBudget, type PackSpending } from "#lib/git/pack/pack-budget.ts";
import type { PackTools } from "#lib/git/pack/pack-tools.ts";
import { createGitHttp, type GitHttp, type GitHttpOptions } from "#lib/git/transport/git-http.ts";
import { type Advertisement, askAdvertisement, refLister } from "#lib/git/transport/list-refs.ts";
import { type Snapshot, snapshotSize } from "#lib/vfs/snapshot.ts";
import type { GitSource, ReportProgress } from "#lib/vfs/source.ts";
import type { CloneResult } from "./clone-protocol.ts";
import { type CommitDownload, fetchCommit } from "./fetch-commit.ts";
import { type CommitListing, readFiles } from "./list-commit.ts";
import { keepKnown, type ListedClone, listedClone } from "./listed-clone.ts";
import { pinnedIn, resolveSource, type Wanted } from "./resolve-source.ts";

export interface CloneEnvironment
  extends Omit<GitHttpOptions, "onBytes">,
    Partial<Pick<CommitDownload, "nearMs" | "opened" | "atOnce">> {
  readonly tools: PackTools | Promise<PackTools>;
  readonly onProgress: ReportProgress;
  /** Contents that are already here and are not fetched again. */
  readonly known?: Snapshot;
  /** The store for fetched objects; a new one where absent. */
  readonly store?: ObjectStore;
  /** Limits of bytes and objects; the defaults where absent. */
  readonly spending?: PackSpending;
  /**
   * Called at most once, before the clone is done, and not with `atOnce`. The rest is read once the returned promise
   * has resolved.
   */
  readonly onListed: (listed: ListedClone) => unknown;
}

/**
 * Downloads the files of the one commit that `source` names. Nothing is trusted: each pack's checksum and every
 * object's id are computed again, every object that the tree names must be there, and each limit is checked before
 * memory is spent. Runs in a worker and, for tests, in Node. Throws `FailureError`.
 */
export async function cloneSnapshot(source: GitSource, environment: CloneEnvironment): Promise<CloneResult> {
  const { onProgress, signal, nearMs = 100, opened = Promise.resolve(), known, spending } = environment;
  const { store = createObjectStore(), atOnce = false } = environment;
  let bytes = 0;
  let downloading = false;
  let isListed = false;
  const http = createGitHttp({
    ...environment,
    onBytes(count) {
      if (downloading) bytes += count;
    },
  });
  const tools = await environment.tools;
  if (known) keepKnown({ store, tools }, known);
  onProgress({ phase: "connecting" });
  const fetchFrom = async ({ url, wanted, advertisement }: Connection) => {
    downloading = true;
    const budget = new PackBudget(spending);
    const download: CommitDownload = {
      tools,
      http,
      url,
      signal,
      store,
      budget,
      received: () => bytes,
      onProgress,
      nearMs,
      atOnce,
      opened,
      async onListed(listing: CommitListing) {
        if (isListed) return;
        isListed = true;
        await environment.onListed(listedClone(download, listing, wanted.ref));
      },
    };
    const listing = await fetchCommit(download, wanted, advertisement);
    const files = readFiles(listing, store);
    return { ...files, commit: listing.commit, path: listing.path, ref: wanted.ref, ...snapshotSize(files.snapshot) };
  };
  return (await unlessUnknown(supposed(source), fetchFrom)) ?? fetchFrom(await connect(http, source));
}

/**
 * What `source` names now, without downloading it: the id of a commit or an annotated tag, the ref by which it was
 * found, and the path below it. Throws `FailureError`.
 */
export async function resolveWanted(
  source: GitSource,
  environment: Omit<CloneEnvironment, "onListed" | "tools">,
): Promise<Wanted> {
  environment.onProgress({ phase: "connecting" });
  return (await connect(createGitHttp({ ...environment, onBytes: () => undefined }), source)).wanted;
}

interface Connection {
  readonly url: string;
  readonly wanted: Wanted;
  readonly advertisement: Pick<Advertisement, "version" | "filters">;
}

/** For a link that names a commit: the answer that nearly every host would give, assumed in order to save a request. */
function supposed(source: GitSource): Connection | undefined {
  const wanted = pinnedIn(source);
  return wanted && { url: `${source.url}.git`, wanted, advertisement: { version: 2, filters: true } };
}

/** `undefined` where the assumed connection turns out to be wrong, so that the host must be asked after all. */
async function unlessUnknown<Result>(
  connection: Connection | undefined,
  fetchFrom: (connection: Connection) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return connection && (await fetchFrom(connection));
  } catch (error) {
    const code = failureOf(error)?.code;
    if (!code || !unknowns.includes(code)) throw error;
    return undefined;
  }
}

/** A damaged pack is not among them: it was already requested twice, in both versions of the protocol. */
const unknowns: readonly Failure["code"][] = ["repository-missing", "not-git", "server-error", "ref-missing"];

/**
 * The address that answers, and what to request there. Sources are written without `.git`, which most hosts accept
 * either way and some only one way.
 */
async function connect(http: GitHttp, source: GitSource): Promise<Connection> {
  try {
    return await findWanted(http, `${source.url}.git`, source);
  } catch (error) {
    const code = failureOf(error)?.code;
    if (code !== "repository-missing" && code !== "not-git") throw error;
    return await findWanted(http, source.url, source);
  }
}

async function findWanted(http: GitHttp, url: string, source: GitSource): Promise<Connection> {
  const asked = askAdvertisement(http, url, 2);
  try {
    const [wanted, advertisement] = await Promise.all([resolveSource(source, refLister(http, url, asked)), asked]);
    return { url, advertisement, wanted };
  } catch (error) {
    // A proxy may drop the header `Git-Protocol`; the host then answers commands of version 2 with nothing.
    if (failureOf(error)?.code !== "repository-empty" || (await asked).version !== 2) throw error;
    const old = askAdvertisement(http, url, 0);
    return { url, advertisement: await old, wanted: await resolveSource(source, refLister(http, url, old)) };
  }
}
