import { readStoredHead } from "#lib/chat/conversations/stored-conversation.ts";
import { FailureError, failureOf } from "#lib/failure.ts";
import type { WorkspaceStorage } from "#lib/storage/persistence.ts";
import type { KnownMounts, LoadedConversation } from "#lib/storage/storage-load.ts";
import type { BrokenRecord, LoadedMount, LoadedWorkspace } from "#lib/storage/storage-shapes.ts";
import { brokenRecords, readLoadedConversation, sortedByUse } from "#lib/workspace/chat/kept-conversations.ts";
import type { Core } from "#lib/workspace/core.ts";
import type { Loss, Selection } from "#lib/workspace/state.ts";
import "#lib/chat/zod-jitless.ts";
import * as z from "zod/mini";
import type { StoredMountMeta, StoredState } from "#lib/workspace/saving/contents.ts";
import { lessonProgress, lessonTexts } from "./lesson-shapes.ts";

/**
 * Reads and checks what is stored under this address; `broken` lists the records that cannot be read. `undefined` when
 * nothing is stored, and when reading fails as a whole, which becomes state (`storage`).
 */
export async function loadStored(core: Core): Promise<LoadedWorkspace | undefined> {
  try {
    return await readStored(await core.storage, core.store.getState().id, { known: core.read?.mounts });
  } catch (caught) {
    const failure = failureOf(caught);
    if (!failure) throw caught;
    // A save would write over what could not be read.
    core.saver.giveUp(failure);
    return undefined;
  }
}

interface StoredReading {
  readonly known?: KnownMounts | undefined;
  /** Whether the messages of all conversations are read, and not only of the one on show. */
  readonly isWhole?: boolean;
}

/**
 * What is stored under an address, every part of it checked; `undefined` where that is nothing. Rejects as the storage, and
 * with `record-damaged` where the record does not tell what is mounted.
 */
export async function readStored(
  storage: WorkspaceStorage,
  id: string,
  { known, isWhole = false }: StoredReading = {},
): Promise<LoadedWorkspace | undefined> {
  const loaded = await storage.load(id, known);
  if (!loaded) return undefined;
  const conversations: LoadedConversation[] = [];
  for (const conversation of isWhole ? loaded.conversations.keys() : shownConversation(loaded)) {
    const found = await storage.conversation(id, conversation);
    if (found) conversations.push(found);
  }
  return checked(loaded, conversations);
}

/** The id of the conversation that was on show last; of the one used last in a record that does not tell. */
function shownConversation({ workspace, conversations }: LoadedWorkspace): readonly string[] {
  const { conversation } = Object(workspace.state) as { readonly conversation?: unknown };
  if (typeof conversation === "string") return [conversation];
  const heads = [...conversations].map(([id, { head }]) => readStoredHead(id, head));
  return sortedByUse(heads)
    .slice(0, 1)
    .map(({ id }) => id);
}

function checked(loaded: LoadedWorkspace, found: readonly LoadedConversation[]): LoadedWorkspace {
  const mounts = loaded.workspace.mounts.map((mount) => ({ id: mount.id, meta: readMountMeta(mount.meta) }));
  if (mounts.some((mount) => mount.meta?.id !== mount.id)) throw new FailureError({ code: "record-damaged" });
  const { state, isPatched } = readState(loaded.workspace.state);
  const { id } = loaded.workspace;
  const conversations = new Map(loaded.conversations);
  const broken: BrokenRecord[] = [...loaded.broken, ...(isPatched ? [{ key: ["workspace", id], isUsed: true }] : [])];
  for (const conversation of found) {
    const read = readLoadedConversation(conversation);
    if (read) conversations.set(conversation.id, read);
    else {
      conversations.delete(conversation.id);
      broken.push(...brokenRecords(conversation));
    }
  }
  return {
    ...loaded,
    workspace: { ...loaded.workspace, mounts, state },
    conversations,
    mounts: new Map([...loaded.mounts].map(([mountId, mount]) => [mountId, withReadMeta(mount)])),
    broken,
  };
}

/** With what was known of the mount when its earlier copy was saved, unless that is damaged, too. */
function withReadMeta(mount: LoadedMount): LoadedMount {
  const { previous, ...rest } = mount;
  if (!previous) return mount;
  return { ...rest, previous: { meta: readMountMeta(previous.meta) } };
}

/**
 * Moves records that cannot be read to where no save writes over them, and tells the person. Where that fails, nothing
 * is saved any more. To be called before the first save, by the tab that saves.
 */
export async function setBrokenAside(core: Core, { workspace, broken }: LoadedWorkspace): Promise<void> {
  if (broken.length === 0) return;
  core.store.setState(({ losses }) => ({ losses: [...losses, ...lossesOf(broken)] }));
  try {
    await (await core.storage).setAside(workspace.id, broken);
  } catch (caught) {
    const failure = failureOf(caught);
    if (!failure) throw caught;
    core.saver.giveUp(failure);
  }
}

/** Without files of a source that cannot be read: they are told elsewhere, with other lost files (`damaged`). */
function lossesOf(broken: readonly BrokenRecord[]): readonly Loss[] {
  const count = (kind: string) => broken.filter(({ key }) => key[0] === kind).length;
  return [
    ...(count("conversation") > 0 ? [{ kind: "conversation" } as const] : []),
    ...(count("edit") > 0 ? [{ kind: "edits", count: count("edit") } as const] : []),
    ...(count("workspace") > 0 ? [{ kind: "state" } as const] : []),
  ];
}

// The shapes of a workspace's record, as far as the program relies on them. This browser wrote it, so it is not hostile,
// but a fault may have left anything there. The rules for files that anyone may have written are in `read-manifest.ts`.

const text = z.string().check(z.maxLength(10_000));

const texts = z.array(text);

const count = z.number().check(z.nonnegative());

const url = text.check(z.refine((one) => URL.canParse(one)));

const source = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("git"),
    url,
    ref: z.optional(text),
    path: z.optional(text),
    refPath: z.optional(text),
    skill: z.optional(text),
    skills: z.optional(texts),
    lesson: z.optional(text),
  }),
  z.object({ kind: z.literal("upload"), name: text, lesson: z.optional(text) }),
  z.object({ kind: z.literal("sample"), sample: text, lesson: z.optional(text) }),
  z.object({ kind: z.literal("text"), name: text }),
]);

const imported = z.object({ verified: z.optional(text), differing: z.optional(count) });

const mount = z.object({
  id: text,
  source,
  label: text,
  commit: z.optional(text),
  trustedCommit: z.optional(text),
  sinceTrusted: z.optional(text),
  unpinnedRef: z.optional(text),
  imported: z.optional(imported),
  as: z.enum(["project", "install"]),
  scope: z.enum(["project", "home"]),
  chosen: z.optional(texts),
  at: text.check(z.startsWith("/")),
  fileCount: count,
  byteCount: count,
  lesson: z.optional(lessonTexts),
  // A folder's handle gives access to nothing by itself: the browser asks for permission when it is used.
  folder: z.catch(z.optional(z.custom((value) => isFolderHandle(value))), undefined),
});

const selection = z.object({
  skill: z.optional(text),
  file: z.optional(
    z.object({ path: text.check(z.startsWith("/")), line: z.optional(count), endLine: z.optional(count) }),
  ),
  open: z.optional(texts),
});

const draft = z.object({ base: z.optional(z.string()), text: z.string() });

const expects = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["picks", "avoids"]), skill: z.string() }),
  z.object({ kind: z.enum(["none", "open"]) }),
]);

const pick = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("skill"), skill: z.string() }),
  z.object({ kind: z.literal("tool"), tool: z.string() }),
  z.object({ kind: z.literal("answer") }),
  z.object({ kind: z.literal("failed"), failure: z.looseObject({ code: z.string() }) }),
]);

const evalsRun = z.object({
  at: count,
  model: z.string(),
  harness: z.string(),
  threshold: count,
  told: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      told: z.optional(count),
      isLeftOut: z.optional(z.boolean()),
    }),
  ),
  tokens: count,
  picked: z.array(z.object({ request: z.object({ text: z.string(), expects }), picks: z.array(pick) })),
});

const trialWrite = z.object({ path: text, before: z.optional(z.string()), after: z.string() });

const trialRun = z.object({
  end: z.looseObject({ kind: z.enum(["answered", "stopped", "budget", "command", "failed"]) }),
  answer: z.string(),
  steps: z.array(
    z.object({
      tool: z.string(),
      about: z.string(),
      skill: z.optional(z.string()),
      outcome: z.enum(["done", "failed", "denied"]),
    }),
  ),
  writes: z.array(trialWrite),
  requests: count,
  usage: z.record(z.string(), z.optional(count)),
  milliseconds: count,
});

const trialSide = z.object({
  harness: z.string(),
  model: z.string(),
  scripted: z.boolean(),
  without: z.optional(z.string()),
  runs: z.array(trialRun),
});

const trial = z.object({
  at: count,
  request: z.string(),
  attached: z.optional(z.array(z.string())),
  sides: z.tuple([trialSide, trialSide]),
});

const attachment = z.object({
  name: text,
  path: z.optional(text),
  mediaType: text,
  bytes: count,
  text: z.optional(z.string()),
  data: z.optional(z.string()),
});

const parts = {
  profileId: text,
  noSkills: z.optional(z.boolean()),
  selection,
  drafts: z.optional(z.map(z.string(), draft)),
  unsent: z.optional(
    z.object({
      text: z.string(),
      attachments: z.optional(z.array(attachment)),
      queued: z.array(z.union([z.string(), z.object({ text: z.string(), attachments: z.array(attachment) })])),
    }),
  ),
  conversation: z.optional(text),
  evals: z.optional(
    z.object({
      skill: z.optional(z.string()),
      text: z.string(),
      threshold: z.optional(count),
      need: z.optional(count),
      runs: z.array(evalsRun),
    }),
  ),
  trials: z.optional(z.array(trial)),
  lessonProgress: z.optional(lessonProgress),
  search: z.string(),
};

/** What the workspace's record says of a mount; `undefined` when it is damaged. */
function readMountMeta(value: unknown): StoredMountMeta | undefined {
  const read = mount.safeParse(value);
  return read.success ? (withoutAbsent(read.data) as StoredMountMeta) : undefined;
}

interface ReadState {
  readonly state: StoredState;
  /** Whether a part was damaged, and is now as in a new workspace. */
  readonly isPatched: boolean;
}

/** The state in a workspace's record, part by part. */
function readState(value: unknown): ReadState {
  let isPatched = typeof value !== "object" || value === null;
  const given = isPatched ? {} : (value as Readonly<Record<string, unknown>>);
  function part<Part>(name: keyof typeof parts, otherwise: Part): Part {
    const read = parts[name].safeParse(given[name]);
    if (!read.success) isPatched = true;
    return read.success ? (read.data as Part) : otherwise;
  }
  const state = {
    profileId: part("profileId", ""),
    noSkills: part("noSkills", false),
    selection: withoutAbsent(part<Selection>("selection", {})),
    drafts: part<StoredState["drafts"]>("drafts", undefined),
    unsent: part<StoredState["unsent"]>("unsent", undefined),
    evals: part<StoredState["evals"]>("evals", undefined),
    conversation: part<StoredState["conversation"]>("conversation", undefined),
    trials: part<StoredState["trials"]>("trials", undefined),
    lessonProgress: part<StoredState["lessonProgress"]>("lessonProgress", undefined),
    search: part("search", ""),
  };
  return { state: withoutAbsent(state) as StoredState, isPatched };
}

/** Optional fields are absent here, never `undefined`. */
function withoutAbsent<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}

function isFolderHandle(value: unknown): boolean {
  return typeof FileSystemDirectoryHandle !== "undefined" && value instanceof FileSystemDirectoryHandle;
}
