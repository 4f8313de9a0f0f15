import "#lib/chat/zod-jitless.ts";
import { safeValidateUIMessages } from "ai";
import { z } from "zod";
import { nextTask } from "#lib/async/slices.ts";
import type { ChatMessage, MessagePart } from "#lib/chat/message.ts";
import { shownTypes } from "#lib/chat/shown/sight.ts";
import { chatTools } from "#lib/chat/tools/tools.ts";
import { dismissQuestions } from "#lib/chat/turns/settle-messages.ts";
import { isPlainJson, isShallowText, parseJson } from "#lib/plain-json.ts";

const metadataSchema = z
  .object({
    createdAt: z.number().optional(),
    typed: z.string().optional(),
    invoked: z.object({ name: z.string(), location: z.string() }).optional(),
    reminder: z
      .object({ catalog: z.string(), skills: z.number(), at: z.number(), length: z.number().optional() })
      .optional(),
    model: z.object({ provider: z.string(), model: z.string(), label: z.string(), scripted: z.boolean() }).optional(),
    usage: z
      .object({
        inputTokens: z.number().optional(),
        outputTokens: z.number().optional(),
        cachedTokens: z.number().optional(),
        cacheWriteTokens: z.number().optional(),
      })
      .optional(),
    isUnfinished: z.boolean().optional(),
  })
  .optional();

/** What is drawn of the output of a tool that a harness brought along; read from any tool's output. */
const harnessOutputSchema = z.looseObject({
  shows: z.object({ call: z.string(), result: z.string() }).optional(),
  skill: z.object({ name: z.string(), location: z.string() }).optional(),
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

/** The most messages that are taken from outside: those above are the oldest, and a model takes in far fewer. */
const mostMessages = 2000;
/** Messages that are looked at in one task. */
const atOnce = 20;

export interface ReadConversation {
  readonly messages: readonly ChatMessage[];
  /** How many there were, of which these are the newest. */
  readonly total: number;
}

/** Why a text is no conversation, as a clause. */
export type ConversationObjection = string;

/**
 * A conversation from outside as JSON, in the shapes that the page draws and a model is sent, with every open question
 * closed: a file must not ask for leave. A long one is cut to its newest messages, beginning with a person's. Works in
 * slices; never throws for what the text holds.
 */
export async function readConversation(json: string): Promise<ReadConversation | ConversationObjection> {
  if (!isShallowText(json)) return "it holds too many things within each other";
  const value = parseJson(json);
  if (!Array.isArray(value) || !isPlainJson(value)) return damaged;
  const newest = value.slice(-mostMessages);
  const from = newest.length < value.length ? newest.findIndex((message) => Object(message).role === "user") : 0;
  const kept = newest.slice(Math.max(from, 0));
  const messages: ChatMessage[] = [];
  for (let at = 0; at < kept.length; at += atOnce) {
    const read = await readMessages(kept.slice(at, at + atOnce));
    if (!read) return damaged;
    messages.push(...read);
    await nextTask();
  }
  return { messages, total: value.length };
}

const damaged: ConversationObjection = "it is damaged";

async function readMessages(value: unknown): Promise<readonly ChatMessage[] | undefined> {
  if (!(await isConversation(value, {}))) return undefined;
  const messages = dismissQuestions(value as ChatMessage[]);
  const isWhole = await isConversation(messages, { metadataSchema, dataSchemas, tools: chatTools });
  return isWhole && messages.every(({ parts }) => parts.every(isDrawable)) ? messages : undefined;
}

function isDrawable(part: MessagePart): boolean {
  const output = "output" in part ? part.output : undefined;
  return typeof output !== "object" || output === null || harnessOutputSchema.safeParse(output).success;
}

type Schemas = Omit<Parameters<typeof safeValidateUIMessages<ChatMessage>>[0], "messages">;

/** Looks at a copy: validation drops what it does not know, and what was said must stay as it was. */
async function isConversation(value: unknown, schemas: Schemas): Promise<boolean> {
  return (await safeValidateUIMessages<ChatMessage>({ messages: structuredClone(value), ...schemas })).success;
}
