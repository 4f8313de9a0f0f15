import "./zod-jitless.ts";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolResultOutput,
} from "@ai-sdk/provider";
import { simulateReadableStream } from "ai";
import { askAgent } from "./agent.ts";
import { lastReminded, splitReminder } from "./instructions.ts";
import type { ChatMessage } from "./message.ts";
import type { ChatHost } from "./session.ts";
import { withToolNames } from "./tools/named-tools.ts";
import { closeForNext } from "./turns/settle-messages.ts";

/** One piece of a request, in the order in which the model receives it. */
export interface RequestPiece {
  readonly role:
    | "system"
    | "developer"
    | "tool"
    | "user"
    | "reminder"
    | "assistant"
    | "reasoning"
    | "tool call"
    | "tool result";
  readonly text: string;
  /** The id that a message of the person has in the conversation. */
  readonly messageId?: string;
  /** The id that a call and its result share. */
  readonly callId?: string;
  /** The tool that is described, called, or has answered. */
  readonly tool?: string;
}

/**
 * The request as it would go out with the person's next message, whose text alone is not known yet: what the agent itself
 * hands to a model that only takes it down. Nothing is sent, and no tool runs, since nothing in it is left to be done.
 * @param messages the conversation so far; what is under way in it is left out
 */
export async function draftRequest(host: ChatHost, messages: readonly ChatMessage[]): Promise<readonly RequestPiece[]> {
  const before = closeForNext(messages);
  const reminded = host.remind?.(placeholder, lastReminded(before));
  const text = reminded?.text ?? placeholder;
  const next: ChatMessage = { id: "next", role: "user", parts: [{ type: "text", text }] };
  const { prompt, tools = [] } = await takeDown(host, [...before, next]);
  const described = tools.flatMap((tool): RequestPiece[] =>
    tool.type === "function" ? [{ role: "tool", tool: tool.name, text: describeTool(tool) }] : [],
  );
  const said = before.filter(({ role }) => role === "user").map(({ id }) => id);
  const pieces = prompt.slice(0, -1).flatMap((message) => piecesOf(message, said));
  const system = pieces
    .filter(({ role }) => role === "system")
    .map((piece, index): RequestPiece => (index === 0 ? piece : { ...piece, role: "developer" }));
  return [
    ...system,
    ...described,
    ...pieces.slice(system.length),
    ...(reminded ? [{ role: "reminder" as const, text: splitReminder(text, reminded).reminder }] : []),
  ];
}

/** Stands where the person's next text will: the SDK sends no message without one. */
const placeholder = "…";

/**
 * The call that goes out with a conversation that ends with the person's message, as the agent makes it. Nothing is sent.
 * @param ownNames whether tools that look at files keep the lab's own names, as the demo model knows them
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

function describeTool({
  name,
  description = "",
  inputSchema,
}: {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
}): string {
  return `${name}\n\n${description}\n\n${JSON.stringify(inputSchema, null, 2)}`;
}

/** @param said ids of the person's messages that are yet to come, the next one first; each that comes is taken from it */
function piecesOf(message: LanguageModelV4Message, said: string[]): RequestPiece[] {
  switch (message.role) {
    case "system":
      return [{ role: "system", text: message.content }];
    case "user": {
      // What only has files is what a tool answered with.
      const messageId = message.content.some(({ type }) => type === "text") ? said.shift() : undefined;
      return message.content.map((part) => ({
        role: "user",
        text: part.type === "text" ? part.text : fileText(part),
        ...(messageId !== undefined && { messageId }),
      }));
    }
    default:
      return message.content.flatMap((part): RequestPiece[] => {
        switch (part.type) {
          case "text":
            return [{ role: "assistant", text: part.text }];
          case "reasoning":
            return [{ role: "reasoning", text: part.text }];
          case "tool-call":
            return [
              {
                role: "tool call",
                callId: part.toolCallId,
                tool: part.toolName,
                text: `${part.toolName} ${JSON.stringify(part.input)}`,
              },
            ];
          case "tool-result":
            return [
              { role: "tool result", callId: part.toolCallId, tool: part.toolName, text: outputText(part.output) },
            ];
          default:
            return [];
        }
      });
  }
}

/** A picture or PDF in words: what goes out is the file itself. */
function fileText({ mediaType, filename = "file", data }: LanguageModelV4FilePart): string {
  const encoded = data.type === "data" ? data.data : "";
  const bytes = typeof encoded === "string" ? Math.floor((encoded.length * 3) / 4) : encoded.length;
  return `[${filename}: ${mediaType}, about ${bytes} bytes, as it is]`;
}

/** A tool output as text, the way providers write it. */
function outputText(output: LanguageModelV4ToolResultOutput): string {
  switch (output.type) {
    case "text":
    case "error-text":
      return output.value;
    case "execution-denied":
      return output.reason ?? "Tool call execution denied.";
    default:
      return JSON.stringify(output.value);
  }
}
