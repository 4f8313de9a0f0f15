import "#lib/zod-jitless.ts";
import { z } from "zod";
import { shownTokens, shownTypes } from "#lib/chat/shown/sight.ts";
import { FailureError } from "#lib/failure.ts";
import { isShallowText } from "#lib/plain-json.ts";
import { readText } from "#lib/server/read-text.ts";
import { keptOptions } from "./provider-metadata.ts";

/**
 * The limits of one request. `bytes`: of its body, as much as the largest windows take: a million tokens of four
 * characters. `depth`: nesting of arrays and objects. `steps`: model calls since the person's last message.
 */
export const requestLimits = {
  bytes: 4 * 1024 * 1024,
  depth: 100,
  outputTokens: 8192,
  steps: 12,
  messages: 10_000,
  tools: 64,
} as const;

const text = z.object({ type: z.literal("text"), text: z.string(), providerOptions: keptOptions });
/** A picture or PDF must be inline: for an address, the provider would fetch it on anyone's behalf. */
const file = z.object({
  type: z.literal("file"),
  mediaType: z.enum(shownTypes),
  filename: z.string().max(256).exactOptional(),
  data: z.object({ type: z.literal("data"), data: z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/) }),
});
const call = z.object({
  type: z.literal("tool-call"),
  toolCallId: z.string(),
  toolName: z.string(),
  input: z.unknown(),
  providerOptions: keptOptions,
});
/** Providers answer a call after reasoning only if they get that reasoning back as they signed it. */
const reasoning = z.object({ type: z.literal("reasoning"), text: z.string(), providerOptions: keptOptions });
const output = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["text", "error-text"]), value: z.string() }),
  z.object({ type: z.enum(["json", "error-json"]), value: z.json() }),
  z.object({ type: z.literal("execution-denied"), reason: z.string().exactOptional() }),
]);
const result = z.object({ type: z.literal("tool-result"), toolCallId: z.string(), toolName: z.string(), output });
const message = z.discriminatedUnion("role", [
  z.object({ role: z.literal("system"), content: z.string() }),
  z.object({ role: z.literal("user"), content: z.array(z.discriminatedUnion("type", [text, file])) }),
  z.object({
    role: z.literal("assistant"),
    content: z.array(z.discriminatedUnion("type", [text, reasoning, call])),
    providerOptions: keptOptions,
  }),
  z.object({ role: z.literal("tool"), content: z.array(result) }),
]);
const functionTool = z.object({
  type: z.literal("function"),
  name: z.string().regex(/^\w{1,64}$/),
  description: z.string().exactOptional(),
  inputSchema: z.record(z.string(), z.json()),
});

/**
 * What a page may request of a lent model: a conversation of text, files and tool calls, and functions that the page
 * executes itself. Everything else of a call is dropped: provider options and provider tools would spend the key on
 * things that nobody lent (search, containers, files by address).
 */
const schema = z.object({
  model: z.string(),
  prompt: z.array(message).min(1).max(requestLimits.messages),
  tools: z.array(functionTool).max(requestLimits.tools),
  maxOutputTokens: z.number().int().positive().exactOptional(),
});

export type ModelRequest = z.infer<typeof schema> & {
  readonly bytes: number;
  /** Estimated tokens of the whole prompt. */
  readonly tokens: number;
};

/**
 * Reads the request from a body of at most `requestLimits.bytes`, whatever its headers claim. `onBytes` is called with each piece's size.
 * @throws FailureError `too-large`, or `model-failed` when the request is invalid or has taken too many steps.
 */
export async function readModelRequest(request: Request, onBytes?: (bytes: number) => void): Promise<ModelRequest> {
  const { text, bytes } = await readText(request, requestLimits.bytes, onBytes);
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) throw refused("the request is not one this server understands");
  const { prompt } = parsed.data;
  const turn = prompt.slice(prompt.findLastIndex(isSaid) + 1);
  if (turn.filter(({ role }) => role === "assistant").length >= requestLimits.steps) {
    throw refused(`no answer after ${requestLimits.steps} steps`);
  }
  return { ...parsed.data, bytes, tokens: tokensOf(parsed.data.prompt, bytes) };
}

type Prompt = z.infer<typeof schema>["prompt"];

/** Whether a message is the person's: one with files alone is a tool's answer. */
function isSaid(message: Prompt[number]): boolean {
  return message.role === "user" && message.content.some(({ type }) => type === "text");
}

/**
 * Bytes counted as one token, for any language, until the provider reports the real number. Counting words of a long
 * prompt would take longer than everything else the server does with it.
 */
const bytesOfToken = 4;

function tokensOf(prompt: Prompt, bytes: number): number {
  const files = prompt.flatMap((message) =>
    message.role === "user" ? message.content.filter((part) => part.type === "file") : [],
  );
  const [shown, held] = files.reduce(
    ([tokens, length], { mediaType, data: { data } }) => [
      tokens + shownTokens(mediaType, (data.length * 3) / 4),
      length + data.length,
    ],
    [0, 0] as readonly [number, number],
  );
  return shown + Math.ceil((bytes - held) / bytesOfToken);
}

function parseJson(body: string): unknown {
  // The later JSON parsing is recursive, and a megabyte has room for half a million levels.
  if (!isShallowText(body, requestLimits)) throw refused(`the request is nested more than ${requestLimits.depth} deep`);
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw refused("the request is not JSON", cause);
  }
}

function refused(detail: string, cause?: unknown): FailureError {
  return new FailureError({ code: "model-failed", provider: "this server", detail }, { cause });
}
