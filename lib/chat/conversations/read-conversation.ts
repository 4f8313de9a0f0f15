import "#lib/zod-jitless.ts";
import { safeValidateUIMessages } from "ai";
import { z } from "zod";
import { nextTask } from "#lib/async/slices.ts";
import { type ChatMessage, longestReason, type MessagePart } from "#lib/chat/message.ts";
import { shownTypes } from "#lib/chat/shown/sight.ts";
import { chatTools } from "#lib/chat/tools/tools.ts";
import { dismissQuestions } from "#lib/chat/turns/settle-messages.ts";
import { isPlainJson, isShallowText, parseJson } from "#lib/plain-json.ts";
import { conversationName, headOf, longestName, type WholeConversation, withOwnIds } from "./conversation.ts";
import { conversationFormat, conversationVersion } from "./conversation-file.ts";
import { refuseOverlongPaths } from "./overlong-paths.ts";

/** Milliseconds since 1970 that a date can have. */
const time = z.number().min(0).max(8.64e15);

const modelSchema = z.object({ provider: z.string(), model: z.string(), label: z.string(), scripted: z.boolean() });

const metadataSchema = z
  .object({
    createdAt: time.optional(),
    typed: z.string().optional(),
    invoked: z.object({ name: z.string(), location: z.string(), version: z.string().optional() }).optional(),
    reminder: z
      .object({ catalog: z.string(), skills: z.number(), at: z.number(), length: z.number().optional() })
      .optional(),
    model: modelSchema.optional(),
    begunBy: z.array(modelSchema).optional(),
    usage: z
      .object({
        inputTokens: z.number().optional(),
        outputTokens: z.number().optional(),
        cachedTokens: z.number().optional(),
        cacheWriteTokens: z.number().optional(),
      })
      .optional(),
    cost: z.number().min(0).optional(),
    isUnfinished: z.boolean().optional(),
    failed: z.string().max(longestReason).optional(),
    failedAs: z.string().max(longestReason).optional(),
  })
  .optional();

/** The parts of a harness tool's output that are drawn; any tool's output is read with this schema. */
const harnessOutputSchema = z.looseObject({
  shows: z.object({ call: z.string(), result: z.string() }).optional(),
  skill: z.object({ name: z.string(), location: z.string(), version: z.string().optional() }).optional(),
  news: z.string().optional(),
  ran: z
    .object({
      status: z.number().optional(),
      kept: z.array(z.string()),
      keptMore: z.number().optional(),
      left: z.number(),
      scripts: z.array(z.string()).optional(),
    })
    .optional(),
});

const dataSchemas = {
  attachment: z.object({
    name: z.string(),
    path: z.string().optional(),
    mediaType: z.enum(["text/plain", ...shownTypes]),
    bytes: z.number(),
    text: z.string().optional(),
    data: z
      .string()
      .regex(/^[A-Za-z0-9+/]*={0,2}$/)
      .optional(),
  }),
  command: z.object({ line: z.string(), output: z.string(), added: z.string().optional() }),
  trim: z.object({ calls: z.array(z.string()), tokens: z.number() }),
};

/** The most messages taken from a file. The oldest ones above this number are dropped: a model takes in far fewer. */
const mostMessages = 2000;
/** Messages validated in one task. */
const atOnce = 20;

export interface ReadConversation extends WholeConversation {
  /** The number of messages in the file, of which these are the newest. */
  readonly total: number;
}

/** Why a text is not a conversation, as a clause. */
export type ConversationObjection = string;

/**
 * Reads a conversation from outside as JSON, in the shapes that the page draws and a model is sent. Every open question
 * is closed: a file must not ask for permission. Of a long file only the branch on show is taken, and of that the
 * newest messages, beginning with a person's. Messages without parents are taken too, each following the one before:
 * earlier files had no branches. The conversation gets the id `id`. Works in slices; never throws because of what the
 * text holds.
 */
export async function readConversation(id: string, json: string): Promise<ReadConversation | ConversationObjection> {
  if (!isShallowText(json)) return "it is nested too deeply";
  const value = parseJson(json);
  if (value === undefined || !isPlainJson(value)) return damaged;
  const file = Array.isArray(value) ? fileOfMessages(value) : readFile(value);
  if (typeof file === "string") return file;
  const nodes = file.messages.length > mostMessages ? newestOnShow(file) : file.messages;
  const messages: ChatMessage[] = [];
  for (let at = 0; at < nodes.length; at += atOnce) {
    const read = await readMessages(nodes.slice(at, at + atOnce).map(({ message }) => message));
    if (!read) return damaged;
    messages.push(...read);
    await nextTask();
  }
  const { name, shown } = file;
  // Dated in the future by another clock, it would come before what is said here until then.
  const [createdAt, usedAt] = [Math.min(file.createdAt, Date.now()), Math.min(file.usedAt, Date.now())];
  const branches = withOwnIds(messages.map((message, number) => ({ message, parent: nodes[number]?.parent ?? -1 })));
  const end = nodes === file.messages ? shown : branches.length - 1;
  const head = headOf({ id, createdAt, usedAt, name: conversationName(name), isNamed: name !== "" }, branches, end);
  return { head, branches, total: file.messages.length };
}

const damaged: ConversationObjection = "it is damaged";

const fileSchema = z.object({
  format: z.literal(conversationFormat),
  version: z.number(),
  name: z.string().max(10 * longestName),
  createdAt: time,
  usedAt: time,
  shown: z.int().min(-1),
  messages: z.custom<FileNodes>(isTree),
});

interface RawFile extends Omit<z.infer<typeof fileSchema>, "format" | "version"> {}

/** Messages in a file: their positions are validated, their contents not yet. */
type FileNodes = readonly { readonly message: unknown; readonly parent: number }[];

/** Whether each node follows an earlier one or none. */
function isTree(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  return value.every((node, number) => {
    const { parent } = Object(node) as { readonly parent?: unknown };
    return Number.isInteger(parent) && Number(parent) >= -1 && Number(parent) < number;
  });
}

function readFile(value: unknown): RawFile | ConversationObjection {
  const { format, version } = Object(value) as { readonly format?: unknown; readonly version?: unknown };
  if (format !== conversationFormat) return "it is not a conversation saved by this lab";
  if (typeof version === "number" && version > conversationVersion) return "a newer version of this page saved it";
  const read = fileSchema.safeParse(value);
  return read.success ? read.data : damaged;
}

function fileOfMessages(messages: readonly unknown[]): RawFile {
  const times = messages.flatMap((message) => createdAt.safeParse(message).data?.metadata.createdAt ?? []);
  return {
    name: "",
    createdAt: times.at(0) ?? 0,
    usedAt: times.at(-1) ?? 0,
    shown: messages.length - 1,
    messages: messages.map((message, number) => ({ message, parent: number - 1 })),
  };
}

const createdAt = z.object({ metadata: z.object({ createdAt: time }) });

/** The newest messages of the branch on show, beginning with a person's message where there is one. */
function newestOnShow({ messages, shown }: RawFile): FileNodes {
  const path: unknown[] = [];
  for (let node = messages[shown] ?? messages.at(-1); node; node = messages[node.parent]) path.push(node.message);
  const newest = path.reverse().slice(-mostMessages);
  const from = newest.length < path.length ? newest.findIndex((message) => Object(message).role === "user") : 0;
  return newest.slice(Math.max(from, 0)).map((message, number) => ({ message, parent: number - 1 }));
}

async function readMessages(value: unknown): Promise<readonly ChatMessage[] | undefined> {
  if (!(await isConversation(value, {}))) return undefined;
  const messages = dismissQuestions((value as ChatMessage[]).map(refuseOverlongPaths));
  const isWhole = await isConversation(messages, { metadataSchema, dataSchemas, tools: chatTools });
  return isWhole && messages.every(({ parts }) => parts.every(isDrawable)) ? messages : undefined;
}

function isDrawable(part: MessagePart): boolean {
  const output = "output" in part ? part.output : undefined;
  return typeof output !== "object" || output === null || harnessOutputSchema.safeParse(output).success;
}

type Schemas = Omit<Parameters<typeof safeValidateUIMessages<ChatMessage>>[0], "messages">;

/** Validates a copy: validation drops unknown fields, and the messages must stay as they were. */
async function isConversation(value: unknown, schemas: Schemas): Promise<boolean> {
  return (await safeValidateUIMessages<ChatMessage>({ messages: structuredClone(value), ...schemas })).success;
}
