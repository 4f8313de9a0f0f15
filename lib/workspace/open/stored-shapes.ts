import "#lib/chat/zod-jitless.ts";
import * as z from "zod/mini";
import type { StoredMountMeta, StoredState } from "#lib/workspace/saving/record.ts";
import type { Selection } from "#lib/workspace/state.ts";

/**
 * What a workspace keeps in its record, as far as anything relies on it. Kept by this browser, so not distrusted, but
 * a fault may have left anything there. Rules for what anyone may have written are in `read-manifest.ts`.
 */
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
  }),
  z.object({ kind: z.literal("upload"), name: text }),
  z.object({ kind: z.literal("sample"), sample: text }),
  z.object({ kind: z.literal("text"), name: text }),
]);

const imported = z.object({ verified: z.optional(text), differing: z.optional(count) });

const mount = z.object({
  id: text,
  source,
  label: text,
  commit: z.optional(text),
  trustedCommit: z.optional(text),
  unpinnedRef: z.optional(text),
  imported: z.optional(imported),
  as: z.enum(["project", "install"]),
  scope: z.enum(["project", "home"]),
  chosen: z.optional(texts),
  at: text.check(z.startsWith("/")),
  fileCount: count,
  byteCount: count,
  // A handle of the browser's own, which fetches nothing by itself: what it can do is asked when it is used.
  folder: z.catch(z.optional(z.custom((value) => isFolderHandle(value))), undefined),
});

const selection = z.object({
  skill: z.optional(text),
  file: z.optional(z.object({ path: text.check(z.startsWith("/")), line: z.optional(count) })),
});

const draft = z.object({ base: z.optional(z.string()), text: z.string() });

const parts = {
  profileId: text,
  noSkills: z.optional(z.boolean()),
  selection,
  drafts: z.optional(z.map(z.string(), draft)),
  search: z.string(),
};

/** What the workspace knows of a mount, from its record; `undefined` when it is no such thing. */
export function readMountMeta(value: unknown): StoredMountMeta | undefined {
  const read = mount.safeParse(value);
  return read.success ? (withoutAbsent(read.data) as StoredMountMeta) : undefined;
}

export interface ReadState {
  readonly state: StoredState;
  /** Whether a part was not in order, and is as in a new workspace. */
  readonly isPatched: boolean;
}

/** The state in a workspace's record, part by part. */
export function readState(value: unknown): ReadState {
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
