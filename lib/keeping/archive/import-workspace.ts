import { nextTask } from "#lib/async/slices.ts";
import type { ConversationObjection, ReadConversation } from "#lib/chat/conversations/read-conversation.ts";
import { type Failure, FailureError } from "#lib/failure.ts";
import { ownMountId } from "#lib/stage/placement.ts";
import { fetchedLabel, type Mount } from "#lib/state/mount.ts";
import type { Loss } from "#lib/state/state.ts";
import type { LoadedMount, WorkspaceContents } from "#lib/storage/storage-shapes.ts";
import type { ReadOptions } from "#lib/upload/read-entries.ts";
import { readZipFiles, type ZippedFile } from "#lib/upload/read-zip.ts";
import {
  createSnapshot,
  type Edit,
  type Edits,
  editOf,
  type SnapshotEntry,
  snapshotMode,
  snapshotSize,
} from "#lib/vfs/snapshot.ts";
import { createSnapshotGate, type SnapshotGate } from "#lib/vfs/snapshot-gate.ts";
import type { StoredState } from "../contents.ts";
import { type ReadManifest, readManifest } from "./read-manifest.ts";
import { fileLimits, fileNames } from "./workspace-file.ts";

export interface ImportedWorkspace extends WorkspaceContents {
  readonly losses: readonly Loss[];
}

/**
 * Reads a workspace file, to be opened under the address `id`. Anyone may have made the file: each part has its own
 * check and must keep the limits of mounts before it is unpacked, the conversations' open questions are closed, and
 * what the file says of its origin is marked as unverified. All files are taken or none; a conversation that cannot be
 * read is left out and reported in `losses`. Throws `workspace-file-refused`, the failures of these checks and of
 * archives, and `cancelled`.
 */
export async function importWorkspace(
  id: string,
  name: string,
  file: Blob,
  options: ReadOptions = {},
): Promise<ImportedWorkspace> {
  if (file.size > fileLimits.bytes) throw new FailureError({ code: "too-large", limit: fileLimits.bytes, path: name });
  const entries = await readZipFiles(name, file, (files) => admitAll(name, files), options).catch((caught) => {
    throw asRefusal(name, caught);
  });
  const texts = new Map(entries.filter(({ path }) => isText(path)).map(({ path, bytes }) => [path, decode(bytes)]));
  const manifest = readManifest(texts.get(fileNames.manifest) ?? "");
  if (typeof manifest === "string") refuse(name, manifest);
  const said = await readConversations(texts);
  const parts = groupByFolder(entries);
  if ([...parts.keys()].some((folder) => folderNumber(folder) > manifest.sources.length)) {
    refuse(name, "it holds files of a source that its manifest does not name");
  }
  const kept = said.filter((one) => typeof one !== "string").filter(({ branches }) => branches.length > 0);
  const workspace = await assemble(id, manifest, parts, kept);
  if (options.signal?.aborted) throw new FailureError({ code: "cancelled" });
  return { ...workspace, losses: said.flatMap(lossesOf) };
}

/** The conversations of a file, in the order of their numbers. */
async function readConversations(
  texts: ReadonlyMap<string, string>,
): Promise<readonly (ReadConversation | ConversationObjection)[]> {
  const numbered = [...texts].flatMap(([path, json]) => {
    const number = path === fileNames.conversation ? 0 : conversationPath.exec(path)?.[1];
    return number === undefined ? [] : [{ number: Number(number), json }];
  });
  if (numbered.length === 0) return [];
  // The SDK, which validates conversations, is fetched only for a file that has one.
  const { readConversation } = await import("#lib/chat/conversations/read-conversation.ts");
  const read: (ReadConversation | ConversationObjection)[] = [];
  for (const { json } of numbered.sort((one, other) => one.number - other.number)) {
    read.push(await readConversation(crypto.randomUUID(), json));
  }
  return read;
}

function lossesOf(conversation: ReadConversation | ConversationObjection): readonly Loss[] {
  if (typeof conversation === "string") return [{ kind: "conversation-refused", reason: conversation }];
  const { branches, total } = conversation;
  return branches.length === total ? [] : [{ kind: "conversation-cut", kept: branches.length, total }];
}

const conversationPath = /^conversations\/([1-9]\d{0,3})\.json$/;
const isText = (path: string) =>
  path === fileNames.manifest || path === fileNames.conversation || conversationPath.test(path);
/** The folder of a part, and the path inside it. */
const partPath = /^(own\/|sources\/([1-9]\d{0,2})\/(?:files|changes)\/)(.+)$/s;

/** Checks everything that the archive says it holds, before anything is unpacked. */
function admitAll(name: string, files: readonly ZippedFile[]): void {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > fileLimits.bytes) throw new FailureError({ code: "too-large", limit: fileLimits.bytes });
  if (files.length > fileLimits.files) throw new FailureError({ code: "too-many-files", limit: fileLimits.files });
  if (!files.some(({ path }) => path === fileNames.manifest)) refuse(name, "it holds no manifest of a workspace");
  const conversations = files.filter(({ path }) => conversationPath.test(path)).length;
  if (conversations > fileLimits.conversations) refuse(name, "it holds more conversations than a workspace can have");
  const gates = new Map<string, SnapshotGate>();
  for (const { path, size } of files) {
    const [, folder = "", , inner] = partPath.exec(path) ?? [];
    if (!folder && !isText(path)) refuse(name, "it holds files that are no part of a workspace");
    const gate = gates.get(folder) ?? createSnapshotGate();
    gates.set(folder, gate);
    gate.admit(inner ?? path, size);
  }
}

type Parts = ReadonlyMap<string, readonly SnapshotEntry[]>;

function groupByFolder(entries: readonly SnapshotEntry[]): Parts {
  const parts = new Map<string, SnapshotEntry[]>();
  for (const entry of entries) {
    const [, folder, , path] = partPath.exec(entry.path) ?? [];
    if (folder === undefined || path === undefined) continue;
    const part = parts.get(folder);
    if (part) part.push({ ...entry, path });
    else parts.set(folder, [{ ...entry, path }]);
  }
  return parts;
}

function folderNumber(folder: string): number {
  return Number(partPath.exec(`${folder}x`)?.[2] ?? 0);
}

async function assemble(
  id: string,
  manifest: ReadManifest,
  parts: Parts,
  said: readonly ReadConversation[],
): Promise<WorkspaceContents> {
  const mounts = new Map<string, Pick<LoadedMount, "base" | "edits">>();
  const metas: Mount[] = [];
  for (const [index, { deleted, label, imported: _, ...known }] of manifest.sources.entries()) {
    // Sorting and packing the files of one source fills a task, so the next source gets another.
    await nextTask();
    const base = createSnapshot(parts.get(fileNames.files(index + 1)) ?? []);
    // A repository is named by its address: a name from the file could be that of another repository.
    const called = known.source.kind === "git" ? fetchedLabel(known.source, base) : label;
    const meta = { id: crypto.randomUUID(), label: called, ...known, imported: {}, ...snapshotSize(base) };
    metas.push(meta);
    mounts.set(meta.id, { base, edits: editsOf(parts.get(fileNames.changes(index + 1)), deleted) });
  }
  mounts.set(ownMountId, { base: createSnapshot([]), edits: editsOf(parts.get(fileNames.own), manifest.deleted) });
  const { title, createdAt, harness, noSkills, selection, lessonProgress } = manifest;
  const [shown] = said;
  const state: StoredState = {
    profileId: harness,
    noSkills,
    selection,
    ...(shown && { conversation: shown.head.id }),
    ...(lessonProgress && { lessonProgress }),
    search: "",
  };
  const workspace = {
    schema: 1,
    id,
    title,
    createdAt,
    usedAt: Date.now(),
    fileCount: metas.reduce((sum, { fileCount }) => sum + fileCount, 0),
    byteCount: metas.reduce((sum, { byteCount }) => sum + byteCount, 0),
    mounts: metas.map((meta) => ({ id: meta.id, meta })),
    state,
  } as const;
  const conversations = new Map(said.map(({ head, branches }) => [head.id, { head, messages: branches }]));
  return { workspace, mounts, conversations };
}

function editsOf(changed: readonly SnapshotEntry[] = [], deleted: readonly string[]): Edits {
  const written = changed.map(
    ({ path, mode, bytes }) => [`/${path}`, editOf(bytes, mode === snapshotMode.executable)] as const,
  );
  return new Map<string, Edit>([...deleted.map((path) => [path, null] as const), ...written]);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** A file that is not an archive is refused as not being a workspace. */
function asRefusal(name: string, caught: unknown): unknown {
  const failure: Failure | undefined = caught instanceof FailureError ? caught.failure : undefined;
  if (failure?.code !== "archive-damaged") return caught;
  return new FailureError({ code: "workspace-file-refused", name, reason: failure.detail }, { cause: caught });
}

function refuse(name: string, reason: string): never {
  throw new FailureError({ code: "workspace-file-refused", name, reason });
}
