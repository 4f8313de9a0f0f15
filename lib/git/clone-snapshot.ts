import { FailureError, failureOf } from "#lib/failure.ts";
import type { ReportProgress } from "#lib/vfs/progress.ts";
import { snapshotSize } from "#lib/vfs/snapshot.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import type { CloneResult } from "./clone-protocol.ts";
import { fetchPack } from "./fetch-pack.ts";
import { createGitHttp, type GitHttp, type GitHttpOptions } from "./git-http.ts";
import { refLister } from "./list-refs.ts";
import { indexPack, type ObjectStore } from "./object-store.ts";
import { PackReader } from "./pack-reader.ts";
import { readCommit } from "./read-commit.ts";
import { resolveSource, type Wanted } from "./resolve-source.ts";

export interface CloneEnvironment extends Omit<GitHttpOptions, "onBytes"> {
  readonly onProgress: ReportProgress;
}

/**
 * Downloads the files of the one commit that `source` names. Nothing is taken on trust: the pack's checksum
 * and every object's id are computed again, every object the tree names must be there, and each limit is
 * checked before memory is spent. Runs in a worker and, for tests, in Node. Throws `FailureError`.
 */
export async function cloneSnapshot(source: GitSource, environment: CloneEnvironment): Promise<CloneResult> {
  const { onProgress, signal } = environment;
  const reader = new PackReader();
  let bytes = 0;
  let downloading = false;
  const http = createGitHttp({
    ...environment,
    onBytes(count) {
      if (!downloading) return;
      bytes += count;
      onProgress({ phase: "downloading", bytes });
    },
  });
  onProgress({ phase: "connecting" });
  const { url, wanted } = await connect(http, source);
  downloading = true;
  for await (const piece of fetchPack(http, url, wanted.id)) {
    reader.push(piece);
    onProgress({ phase: "unpacking", bytes, done: reader.done, total: reader.total });
  }
  const store = await verify(reader, environment);
  if (signal.aborted) throw new FailureError({ code: "cancelled" });
  const files = readCommit(store, wanted.id, wanted.path);
  return { ...files, ref: wanted.ref, ...snapshotSize(files.snapshot) };
}

async function verify(reader: PackReader, { onProgress, signal }: CloneEnvironment): Promise<ObjectStore> {
  const contents = await reader.finish();
  return indexPack(contents, {
    signal,
    onHashed: (done, total) => onProgress({ phase: "verifying", done, total }),
  });
}

/**
 * The address that answers, and what to ask it for. Sources are written without `.git`, which most hosts
 * serve either way and some in one way only.
 */
async function connect(http: GitHttp, source: GitSource): Promise<{ url: string; wanted: Wanted }> {
  const withSuffix = `${source.url}.git`;
  try {
    return { url: withSuffix, wanted: await findWanted(http, withSuffix, source) };
  } catch (error) {
    const code = failureOf(error)?.code;
    if (code !== "repository-missing" && code !== "not-git") throw error;
    return { url: source.url, wanted: await findWanted(http, source.url, source) };
  }
}

async function findWanted(http: GitHttp, url: string, source: GitSource): Promise<Wanted> {
  try {
    return await resolveSource(source, refLister(http, url, 2));
  } catch (error) {
    // A host that loses the header `Git-Protocol` on the way answers version 2 with nothing.
    if (failureOf(error)?.code !== "repository-empty") throw error;
    return resolveSource(source, refLister(http, url, 1));
  }
}
