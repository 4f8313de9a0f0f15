import "./zod-jitless.ts";
import { safeValidateUIMessages } from "ai";
import { z } from "zod";
import type { ChatMessage, MessagePart } from "./message.ts";
import { dismissQuestions } from "./settle-messages.ts";
import { chatTools } from "./tools.ts";

const metadataSchema = z
  .object({
    createdAt: z.number().optional(),
    typed: z.string().optional(),
    invoked: z.object({ name: z.string(), location: z.string() }).optional(),
    reminder: z.object({ catalog: z.string(), skills: z.number(), at: z.number() }).optional(),
    model: z.object({ provider: z.string(), model: z.string(), label: z.string(), scripted: z.boolean() }).optional(),
    usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }).optional(),
  })
  .optional();

/** What is drawn of the output of a tool that a harness brought along; read from any tool's output. */
const harnessOutputSchema = z.looseObject({
  shows: z.object({ call: z.string(), result: z.string() }).optional(),
  skill: z.object({ name: z.string(), location: z.string() }).optional(),
});

const dataSchemas = { command: z.object({ line: z.string(), output: z.string() }) };

/**
 * A conversation from outside, in the shapes that the page draws and a model is sent, with every open question closed:
 * a file must not ask for leave. `undefined` when it is none.
 */
export async function readConversation(value: unknown): Promise<readonly ChatMessage[] | undefined> {
  if (Array.isArray(value) && value.length === 0) return [];
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
