import "#lib/zod-jitless.ts";
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { simulateReadableStream } from "ai";
import { askAgent } from "./agent.ts";
import { lastReminded, splitReminder } from "./instructions.ts";
import type { ChatMessage } from "./message.ts";
import { describedTools, piecesOf, placeholder, type RequestPiece } from "./request-pieces.ts";
import type { ChatHost } from "./session.ts";
import { withToolNames } from "./tools/named-tools.ts";
import { closeForNext } from "./turns/settle-messages.ts";

/**
 * The request as it would go out with the person's next message, of which only the text is unknown. The agent itself
 * prepares it for a model that only records it. Nothing is sent, and no tool runs, since no call in it is pending.
 * @param messages the conversation so far; what is under way in it is left out
 */
export async function draftRequest(host: ChatHost, messages: readonly ChatMessage[]): Promise<readonly RequestPiece[]> {
  const before = closeForNext(messages);
  const reminded = host.remind?.({ text: placeholder }, lastReminded(before));
  const text = reminded?.text ?? placeholder;
  const next: ChatMessage = { id: "next", role: "user", parts: [{ type: "text", text }] };
  const { prompt, tools } = await takeDown(host, [...before, next]);
  const said = before.filter(({ role }) => role === "user").map(({ id }) => id);
  const pieces = prompt.slice(0, -1).flatMap((message) => piecesOf(message, said));
  const system = pieces
    .filter(({ role }) => role === "system")
    .map((piece, index): RequestPiece => (index === 0 ? piece : { ...piece, role: "developer" }));
  return [
    ...system,
    ...describedTools(tools),
    ...pieces.slice(system.length),
    ...(reminded ? [{ role: "reminder" as const, text: splitReminder(text, reminded).reminder }] : []),
  ];
}

/**
 * The call that the agent makes for a conversation ending with the person's message. Nothing is sent.
 * @param ownNames whether tools that look at files keep the lab's own names, which the demo model knows
 */
export async function takeDown(
  host: ChatHost,
  messages: readonly ChatMessage[],
  ownNames = false,
): Promise<LanguageModelV4CallOptions> {
  const taken = Promise.withResolvers<LanguageModelV4CallOptions>();
  const model: LanguageModelV4 = {
    specificationVersion: "v4",
    provider: "draft",
    modelId: "draft",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("A draft is asked for as a stream.")),
    doStream: async (options) => {
      taken.resolve(options);
      return { stream: simulateReadableStream({ chunks: nothingSaid, initialDelayInMs: null, chunkDelayInMs: null }) };
    },
  };
  const { result } = await askAgent({
    host,
    model: ownNames ? model : withToolNames(model, host.readTools?.()),
    instructions: host.instructions(),
    messages,
    onError: taken.reject,
  });
  await result.consumeStream();
  return taken.promise;
}

const none = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
const nothingSaid: LanguageModelV4StreamPart[] = [
  { type: "stream-start", warnings: [] },
  {
    type: "finish",
    finishReason: { unified: "stop", raw: undefined },
    usage: { inputTokens: none, outputTokens: { total: undefined, text: undefined, reasoning: undefined } },
  },
];
