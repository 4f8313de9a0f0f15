import type { Selection } from "#lib/state/state.ts";
import "#lib/zod-jitless.ts";
import * as z from "zod/mini";
import type { StoredMountMeta, StoredState } from "./contents.ts";
import { lessonProgress, lessonTexts } from "./lesson-shapes.ts";

// The shapes of a workspace's record, as far as the program relies on them. This browser wrote the record, so it is not
// hostile, but a fault may have left anything there. The rules for files that anyone may have written are in
// `read-manifest.ts`.

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
  // A folder's handle alone gives no access: the browser asks for permission when it is used.
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
  openedFor: z.optional(
    z.union([
      z.object({ kind: z.enum(["made", "usual", "standard"]) }),
      z.object({ kind: z.literal("holds"), place: text }),
    ]),
  ),
  heldHarnesses: z.optional(texts),
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

/** A mount in the workspace's record; `undefined` when it is damaged. */
export function readMountMeta(value: unknown): StoredMountMeta | undefined {
  const read = mount.safeParse(value);
  return read.success ? (withoutAbsent(read.data) as StoredMountMeta) : undefined;
}

export interface ReadState {
  readonly state: StoredState;
  /** Whether a part was damaged, and was replaced as in a new workspace. */
  readonly isPatched: boolean;
}

/** The state in a workspace's record, read part by part. */
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
    openedFor: part<StoredState["openedFor"]>("openedFor", undefined),
    heldHarnesses: part<StoredState["heldHarnesses"]>("heldHarnesses", undefined),
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

/** Removes optional fields whose value is `undefined`. */
function withoutAbsent<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}

function isFolderHandle(value: unknown): boolean {
  return typeof FileSystemDirectoryHandle !== "undefined" && value instanceof FileSystemDirectoryHandle;
}
