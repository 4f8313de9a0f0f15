import { promisifyRequest, type UseStore } from "idb-keyval";
import { createSnapshot, type Edit, type Edits, type Snapshot } from "#lib/vfs/snapshot.ts";
import { checkRecord, keys, keysBelow, type Pair, pairs } from "./storage-database.ts";
import {
  type BaseRecord,
  type BrokenRecord,
  earlierConversationId,
  isBaseRecord,
  isEditAt,
  type LoadedMount,
  type LoadedWorkspace,
  openBaseRecord,
  type StoredConversation,
  type StoredWorkspace,
} from "./storage-shapes.ts";

/** Mounts read before: a base of the same generation is reused and not read again. */
export type KnownMounts = ReadonlyMap<string, LoadedMount>;

/** Reads one workspace in one transaction, then verifies it; see `WorkspaceStorage.load`. */
export async function loadWorkspace(
  store: UseStore,
  id: string,
  known: KnownMounts = new Map(),
): Promise<LoadedWorkspace | undefined> {
  const [workspace, conversations, bases, edits] = await store("readonly", (records) =>
    Promise.all([
      promisifyRequest<unknown>(records.get(keys.workspace(id))),
      pairs<unknown>(records, keysBelow("conversation", id)),
      pairs<unknown>(records, keysBelow("base", id)),
      pairs<unknown>(records, keysBelow("edit", id)),
    ]),
  );
  checkRecord(workspace, id, false);
  if (workspace === undefined) return undefined;
  const wholeBases = bases.filter(isBase);
  const wholeEdits = edits.filter(isEdit);
  const broken = [...without(bases, wholeBases), ...without(edits, wholeEdits)];
  const opened = await openBases(groupByMount(wholeBases), known);
  // `checkRecord` has checked it.
  const record = workspace as StoredWorkspace;
  const kept = { workspace: record, conversations: headsOf(conversations), broken };
  return { ...kept, ...assemble(record, opened, groupEdits(wholeEdits)) };
}

/**
 * The head of each conversation. The single conversation of older records is stored as a whole, under a shorter key.
 */
function headsOf(found: readonly Pair<unknown>[]): ReadonlyMap<string, StoredConversation> {
  return new Map(found.map(([[, , id = earlierConversationId], head]) => [String(id), { head }]));
}

/** A conversation as it is stored, with the keys of its records. */
export interface LoadedConversation {
  readonly id: string;
  readonly head: unknown;
  readonly messages: readonly unknown[];
  /** Set where it is from before a workspace had several: `messages` is then whatever was stored. */
  readonly isEarlier: boolean;
  readonly keys: readonly (readonly IDBValidKey[])[];
}

/** Reads one conversation; `undefined` where there is none with that id. */
export async function loadConversation(
  store: UseStore,
  id: string,
  conversationId: string,
): Promise<LoadedConversation | undefined> {
  const key = keys.conversation(id, conversationId);
  const [head, found, earlier] = await store("readonly", (records) =>
    Promise.all([
      promisifyRequest<unknown>(records.get(key)),
      pairs<unknown>(records, keysBelow("message", id, conversationId)),
      conversationId === earlierConversationId
        ? promisifyRequest<unknown>(records.get(keys.earlierConversation(id)))
        : undefined,
    ]),
  );
  if (head === undefined && earlier === undefined) return undefined;
  if (head === undefined) {
    const messages = earlier as readonly unknown[];
    return { id: conversationId, head, messages, isEarlier: true, keys: [["conversation", id]] };
  }
  // Each at its number, so that a missing one is a hole, which every reader rejects.
  const placed: unknown[] = [];
  for (const [[, , , number], message] of found) placed[Number(number)] = message;
  const recordKeys = [["conversation", id, conversationId], ...found.map(([messageKey]) => messageKey)];
  return { id: conversationId, head, messages: placed, isEarlier: false, keys: recordKeys };
}

/** The complete pieces of a mount, in the order in which they were stored. */
export async function loadPieces(store: UseStore, id: string, mountId: string): Promise<readonly Snapshot[]> {
  const found = await store("readonly", (records) => pairs<unknown>(records, keysBelow("piece", id, mountId)));
  const opened: Snapshot[] = [];
  for (const [, record] of found.filter(isBase)) {
    const piece = await openBaseRecord(record);
    if (piece) opened.push(piece);
  }
  return opened;
}

function isBase(pair: Pair<unknown>): pair is Pair<BaseRecord> {
  return isBaseRecord(pair[1]);
}

function isEdit(pair: Pair<unknown>): pair is Pair<Edit> {
  const [[, , , path], edit] = pair;
  return isEditAt(path, edit);
}

function without(all: readonly Pair<unknown>[], whole: readonly Pair<unknown>[]): readonly BrokenRecord[] {
  const kept = new Set(whole);
  return all.filter((pair) => !kept.has(pair)).map(([key]) => ({ key, isUsed: false }));
}

type OpenedBase = Omit<LoadedMount, "edits">;

function assemble(
  workspace: StoredWorkspace,
  bases: ReadonlyMap<string, OpenedBase>,
  editsByMount: ReadonlyMap<string, Edits>,
): Pick<LoadedWorkspace, "mounts" | "damaged"> {
  const mounts = new Map<string, LoadedMount>();
  const damaged = new Map<string, Edits>();
  const saved = new Set(workspace.mounts.map((mount) => mount.id));
  for (const mountId of new Set([...saved, ...bases.keys(), ...editsByMount.keys()])) {
    const edits: Edits = editsByMount.get(mountId) ?? new Map();
    const base = bases.get(mountId) ?? (saved.has(mountId) ? undefined : { base: createSnapshot([]), generation: 0 });
    if (base) mounts.set(mountId, { ...base, edits });
    else damaged.set(mountId, edits);
  }
  return { mounts, damaged };
}

/** The newest complete base of every mount. */
async function openBases(
  generations: ReadonlyMap<string, readonly BaseRecord[]>,
  known: KnownMounts,
): Promise<ReadonlyMap<string, OpenedBase>> {
  const bases = new Map<string, OpenedBase>();
  for (const [mountId, records] of generations) {
    const base = await openNewest(records.toReversed(), known.get(mountId));
    if (base) bases.set(mountId, base);
  }
  return bases;
}

async function openNewest(
  records: readonly BaseRecord[],
  known: LoadedMount | undefined,
): Promise<OpenedBase | undefined> {
  for (const [age, record] of records.entries()) {
    // Records from before there were generations have none.
    const { generation = 0, meta } = record;
    const isKnown = known?.generation === generation && known.previous === undefined;
    const base = isKnown ? known.base : await openBaseRecord(record);
    if (base) return { base, generation, ...(age > 0 && { previous: { meta } }) };
  }
  return undefined;
}

/** The bases of each mount, oldest first, in key order. */
function groupByMount(records: readonly Pair<BaseRecord>[]): ReadonlyMap<string, readonly BaseRecord[]> {
  const groups = new Map<string, BaseRecord[]>();
  for (const [[, , mountId], record] of records) {
    const group = groups.get(String(mountId));
    if (group) group.push(record);
    else groups.set(String(mountId), [record]);
  }
  return groups;
}

function groupEdits(records: readonly Pair<Edit>[]): ReadonlyMap<string, Edits> {
  const groups = new Map<string, Map<string, Edit>>();
  for (const [[, , mountId, path], edit] of records) {
    const edits = groups.get(String(mountId)) ?? new Map<string, Edit>();
    groups.set(String(mountId), edits.set(String(path), edit));
  }
  return groups;
}
