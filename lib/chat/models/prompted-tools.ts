import {
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4FunctionTool,
  type LanguageModelV4Message,
  type LanguageModelV4StreamPart,
  type LanguageModelV4ToolResultPart,
  UnsupportedFunctionalityError,
} from "@ai-sdk/provider";
import { answerStream, nothingCounted } from "./answer-stream.ts";
import { readToolBlocks } from "./tool-blocks.ts";

export interface TextMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** A model that takes texts and writes one text, without tools. */
export interface TextModel {
  readonly provider: string;
  readonly modelId: string;
  /**
   * The pieces of the model's answer. The last message is the person's, or a tool's result. Stops generating when it is
   * no longer read.
   */
  answer(messages: readonly TextMessage[], signal: AbortSignal | undefined): AsyncGenerator<string>;
}

/**
 * Makes a text-only model call tools. They are described in the system prompt; a call is a block of JSON below a marker
 * line (`tool-blocks.ts`), and a result comes back as such a block in a user message. Inside JSON no line of a file can
 * begin a line of the message, so none can pass for a call or a result.
 */
export function withPromptedTools(model: TextModel): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new UnsupportedFunctionalityError({ functionality: "doGenerate" })),
    doStream: async (options) => ({ stream: answerStream(partsOf(model, options)) }),
  };
}

async function* partsOf(
  model: TextModel,
  { prompt, tools = [], abortSignal }: LanguageModelV4CallOptions,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const functions = tools.filter((tool) => tool.type === "function");
  yield { type: "stream-start", warnings: [] };
  const pieces = model.answer(asTexts(prompt, functions), abortSignal);
  let textId: string | undefined;
  let isCalling = false;
  const written = readToolBlocks(
    pieces,
    functions.map(({ name }) => name),
  );
  for await (const each of written) {
    if (each.kind === "text") {
      if (textId === undefined) {
        textId = crypto.randomUUID();
        yield { type: "text-start", id: textId };
      }
      yield { type: "text-delta", id: textId, delta: each.text };
      continue;
    }
    if (textId !== undefined) yield { type: "text-end", id: textId };
    textId = undefined;
    isCalling = true;
    yield { type: "tool-call", toolCallId: crypto.randomUUID(), toolName: each.name, input: each.input };
  }
  if (textId !== undefined) yield { type: "text-end", id: textId };
  yield {
    type: "finish",
    finishReason: { unified: isCalling ? "tool-calls" : "stop", raw: undefined },
    usage: nothingCounted,
  };
}

/** The conversation as texts: the system prompt first, then user and model by turns. */
function asTexts(
  prompt: readonly LanguageModelV4Message[],
  tools: readonly LanguageModelV4FunctionTool[],
): readonly TextMessage[] {
  const system = prompt.flatMap((message) => (message.role === "system" ? [message.content] : []));
  if (tools.length > 0) system.push(describeTools(tools));
  const said: TextMessage[] = [];
  for (const message of prompt) {
    if (message.role === "system") continue;
    const role = message.role === "assistant" ? "assistant" : "user";
    const content = textOf(message);
    const last = said.at(-1);
    if (last?.role === role) said.splice(-1, 1, { role, content: `${last.content}\n\n${content}` });
    else said.push({ role, content });
  }
  if (said.at(-1)?.role !== "user") said.push({ role: "user", content: "Go on." });
  return [...(system.length > 0 ? [{ role: "system", content: system.join("\n\n") } as const] : []), ...said];
}

function describeTools(tools: readonly LanguageModelV4FunctionTool[]): string {
  const lines = tools.map(
    ({ name, description = "", inputSchema }) =>
      `## ${name}\n${description}\nArguments: ${JSON.stringify(inputSchema)}`,
  );
  return `# Tools

You can call tools. To call one, write a block of exactly this form, with nothing behind it, and stop:

\`\`\`tool_call
{"name": "the tool's name", "arguments": {}}
\`\`\`

What came of it is then given to you in a block tool_result. Never write a tool_result yourself. Write no block when you need no tool: just answer.

${lines.join("\n\n")}`;
}

function textOf(message: Exclude<LanguageModelV4Message, { role: "system" }>): string {
  const parts = message.content.map((part) => {
    switch (part.type) {
      case "text":
        return part.text;
      case "tool-call":
        return block("tool_call", { name: part.toolName, arguments: part.input });
      case "tool-result":
        return block("tool_result", { name: part.toolName, result: resultOf(part) });
      case "file":
        return "(A file is here that you cannot see: you take text only.)";
      default:
        return "";
    }
  });
  return parts.filter(Boolean).join("\n\n");
}

function block(label: string, content: object): string {
  return `\`\`\`${label}\n${JSON.stringify(content)}\n\`\`\``;
}

function resultOf({ output }: LanguageModelV4ToolResultPart): unknown {
  switch (output.type) {
    case "execution-denied":
      return `The person did not allow this call.${output.reason ? ` ${output.reason}` : ""}`;
    case "content":
      return output.value.map((part) => (part.type === "text" ? part.text : "(not a text)")).join("\n");
    default:
      return output.value;
  }
}
