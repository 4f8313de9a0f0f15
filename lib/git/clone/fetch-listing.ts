import { type Download, fetchObjects } from "#lib/git/pack/fetch-pack.ts";
import { contentOf, type ObjectStore, objectType } from "#lib/git/pack/git-object.ts";
import type { GitHttp, GitHttpAnswer } from "#lib/git/transport/git-http.ts";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import type { SkillList } from "./clone-protocol.ts";
import { type CommitListing, type ListedFile, listCommit } from "./list-commit.ts";
import type { Wanted } from "./resolve-source.ts";

export interface CommitDownload extends Download {
  /** How long the folders have the host and the line to themselves: those of a near one come within it. */
  readonly headStartMs: number;
  readonly onSkillList: (list: SkillList) => void;
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
  const telling = skillListFiles(listing);
  if (listing.files.length <= together) {
    await fetchContents(download, [...telling, ...listing.files], listTeller(download, listing, telling));
    return;
  }
  const skills = fetchSkillList(download, listing);
  const isTelling = new Set(telling);
  const others = listing.files.filter((file) => !isTelling.has(file));
  await Promise.all([skills, fetchContents({ ...download, http: heldBack(download.http, skills) }, others)]);
}

/**
 * Up to so many files are asked for in one request, which hosts answer in the order asked. Of more, whose names alone
 * keep a host busy for a while, the telling ones have a request to themselves.
 */
const together = 4_000;

/** Asks for the files that tell which skills there are, and tells their list. */
export async function fetchSkillList(download: CommitDownload, listing: CommitListing): Promise<void> {
  const telling = skillListFiles(listing);
  const quiet = { ...download, onProgress: onlyBytes(download) };
  await fetchContents(quiet, telling, listTeller(download, listing, telling));
}

/** Tells the list once, when it is called with all of the telling files in the store. */
function listTeller({ store, onSkillList }: CommitDownload, listing: CommitListing, telling: readonly ListedFile[]) {
  let come = 0;
  return () => {
    if (come === telling.length) return;
    while (come < telling.length && store.objects.has(telling[come]?.id ?? "")) come++;
    if (come === telling.length) onSkillList(readSkillList(listing, telling, store));
  };
}

/** As many as one request may name: the relay takes 1 MB. */
const mostNamed = 15_000;

/** Asks for the contents that are not in the store yet. */
async function fetchContents(download: Download, files: readonly ListedFile[], onObjects?: () => void): Promise<void> {
  const ids = new Set(files.map(({ id }) => id).filter((id) => !download.store.objects.has(id)));
  const missing = [...ids];
  for (let at = 0; at < missing.length; at += mostNamed) {
    await fetchObjects(download, { version: 2, blobs: missing.slice(at, at + mostNamed) }, onObjects);
  }
}

/** People see one download, of which nothing but the bytes goes on while its small parts come first. */
function onlyBytes({ received, onProgress }: Download): Download["onProgress"] {
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

/** Fewer files than these come about as soon as a list of their skills would. */
const worthListing = 50;

/** The files that tell which skills there are; none where a list would not come sooner than everything. */
function skillListFiles({ files }: CommitListing): readonly ListedFile[] {
  if (files.length < worthListing) return [];
  const telling = files.filter(({ path, kind }) => kind !== "link" && tellsSkills(path));
  return telling.length > files.length / 2 ? [] : telling;
}

const tellingName = /(?:^|\/)(?:skill\.md|(?:\.(?:claude|codex|cursor)-plugin|\.agents\/plugins)\/[^/]+\.json)$/i;
const passedOver = /(?:^|\/)(?:\.git|node_modules)\//;

/** A SKILL.md in any spelling that some harness reads, or a manifest that says where plugins keep theirs. */
function tellsSkills(path: string): boolean {
  return tellingName.test(path) && !passedOver.test(path);
}

/** @param telling those of its files that tell which skills there are, whose contents must be in the store */
function readSkillList({ files }: CommitListing, telling: readonly ListedFile[], store: ObjectStore): SkillList {
  const entries = telling.map(({ path, kind, id }) => ({
    path,
    mode: snapshotMode[kind],
    bytes: contentOf(store, id, objectType.blob, path),
  }));
  return { snapshot: createSnapshot(entries), fileCount: files.length };
}
