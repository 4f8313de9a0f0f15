import "#lib/zod-jitless.ts";
import * as z from "zod/mini";
import { isPlainJson } from "#lib/plain-json.ts";
import { type Branches, type BranchNode, type ConversationHead, longestName, withOwnIds } from "./conversation.ts";
import { refuseOverlongPaths } from "./overlong-paths.ts";

/**
 * The shapes that are drawn and sent, as far as the code relies on them. Data from this browser's storage is trusted to
 * be what was said, but not to be complete; a file from anyone must meet all of the SDK's rules
 * (`read-conversation.ts`).
 */
const text = z.string();
const count = z.number();

const said = z.looseObject({ type: z.enum(["text", "reasoning"]), text });
const command = z.looseObject({
  type: z.literal("data-command"),
  data: z.looseObject({ line: text, output: text, added: z.optional(text) }),
});
const trim = z.looseObject({
  type: z.literal("data-trim"),
  data: z.looseObject({ calls: z.array(text), tokens: count }),
});
const attached = z.looseObject({
  type: z.literal("data-attachment"),
  data: z.looseObject({
    name: text,
    path: z.optional(text),
    mediaType: text,
    bytes: count,
    text: z.optional(text),
    data: z.optional(text),
  }),
});
/** Parts that the page never draws. */
const other = z.looseObject({
  type: z.enum(["step-start", "custom", "source-url", "source-document", "file", "reasoning-file", "steering-message"]),
});

const outputs = {
  "tool-read_file": z.looseObject({
    path: text,
    text,
    bytes: count,
    lines: count,
    truncated: z.boolean(),
    news: z.optional(text),
  }),
  "tool-list_files": z.looseObject({
    path: text,
    entries: z.array(z.looseObject({ path: text, kind: z.enum(["file", "folder", "link"]), bytes: count })),
    truncated: z.boolean(),
  }),
  "tool-grep": z.looseObject({
    pattern: text,
    matches: z.array(z.looseObject({ path: text, line: count, text })),
    truncated: z.boolean(),
  }),
};
const ofHarness = z.looseObject({
  shows: z.optional(z.looseObject({ call: text, result: text })),
  skill: z.optional(z.looseObject({ name: text, location: text, version: z.optional(text) })),
  news: z.optional(text),
  ran: z.optional(
    z.looseObject({
      status: z.optional(count),
      kept: z.array(text),
      keptMore: z.optional(count),
      left: count,
      scripts: z.optional(z.array(text)),
    }),
  ),
});
/** The possible outputs of a harness's own tool; a plain text is shown as it is. */
const harnessOutput = z.union([
  ofHarness,
  text,
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.undefined(),
]);

const approval = z.looseObject({ id: text });
const states = [
  z.looseObject({ state: z.enum(["input-streaming", "input-available", "output-denied"]) }),
  z.looseObject({ state: z.literal("approval-requested"), approval }),
  z.looseObject({
    state: z.literal("approval-responded"),
    approval: z.looseObject({ id: text, approved: z.boolean() }),
  }),
  z.looseObject({ state: z.literal("output-error"), errorText: text }),
] as const;
const called = { toolCallId: text };
const tools = Object.entries(outputs).map(([name, output]) =>
  z.intersection(
    z.looseObject({ type: z.literal(name), ...called }),
    z.union([...states, z.looseObject({ state: z.literal("output-available"), input: z.looseObject({}), output })]),
  ),
);
const dynamicTool = z.intersection(
  z.looseObject({ type: z.literal("dynamic-tool"), toolName: text, ...called }),
  z.union([...states, z.looseObject({ state: z.literal("output-available"), output: z.optional(harnessOutput) })]),
);

const model = z.looseObject({ provider: text, model: text, label: text, scripted: z.boolean() });

const metadata = z.looseObject({
  createdAt: z.optional(count),
  typed: z.optional(text),
  invoked: z.optional(z.looseObject({ name: text, location: text, version: z.optional(text) })),
  reminder: z.optional(z.looseObject({ catalog: text, skills: count, at: count, length: z.optional(count) })),
  model: z.optional(model),
  begunBy: z.optional(z.array(model)),
  usage: z.optional(
    z.looseObject({
      inputTokens: z.optional(count),
      outputTokens: z.optional(count),
      cachedTokens: z.optional(count),
    }),
  ),
  cost: z.optional(count),
  isUnfinished: z.optional(z.boolean()),
  failed: z.optional(text),
  failedAs: z.optional(text),
});

const message = z.looseObject({
  id: text,
  role: z.enum(["user", "assistant", "system"]),
  metadata: z.optional(metadata),
  parts: z.array(z.union([said, command, attached, trim, other, dynamicTool, ...tools])),
});

const node = z.looseObject({ parent: z.int().check(z.minimum(-1)), message });

const head = z.looseObject({
  name: text.check(z.maxLength(10 * longestName)),
  isNamed: z.boolean(),
  createdAt: count,
  usedAt: count,
  count: z.int(),
  shown: z.int(),
});

/**
 * The stored head of a conversation, without its messages. Unreadable fields get the values of a new conversation: the
 * messages are what counts, and they are stored separately.
 */
export function readStoredHead(id: string, value: unknown): ConversationHead {
  const read = head.safeParse(value);
  return read.success
    ? { ...read.data, id }
    : { id, name: "", isNamed: false, createdAt: 0, usedAt: 0, count: 0, shown: -1 };
}

/** The stored messages of a conversation, each by its number; `undefined` when the value holds none. */
export function readStoredBranches(value: unknown): Branches | undefined {
  // Checked first: the validator below recurses, so deep nesting would exhaust the stack.
  if (!isPlainJson(value) || !Array.isArray(value)) return undefined;
  const isWhole = value.every((one, number) => node.safeParse(one).success && one.parent < number);
  if (!isWhole) return undefined;
  const branches = value.map(withoutOverlongPaths);
  return new Set(branches.map((one) => one.message.id)).size === branches.length ? branches : undefined;
}

/** The single conversation of a workspace from before there could be several: a plain list of messages. */
export function readEarlierConversation(value: unknown): Branches | undefined {
  if (!isPlainJson(value) || !Array.isArray(value)) return undefined;
  if (!value.every((one) => message.safeParse(one).success)) return undefined;
  return withOwnIds(value.map((one, number) => withoutOverlongPaths({ message: one, parent: number - 1 })));
}

function withoutOverlongPaths(node: BranchNode): BranchNode {
  const message = refuseOverlongPaths(node.message);
  return message === node.message ? node : { ...node, message };
}
