import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4ToolResultOutput,
} from "@ai-sdk/provider";
import { sampleTokens } from "./tokens/estimate-tokens.ts";

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

/** Stands for the person's next text: the SDK sends no message without one. */
export const placeholder = "…";

/** Approximately how many tokens a call sends, tools included: the sum of its pieces as shown. */
export function requestTokens({ prompt, tools }: Pick<LanguageModelV4CallOptions, "prompt" | "tools">): number {
  const pieces = [...describedTools(tools), ...prompt.flatMap((message) => piecesOf(message))];
  return pieces.reduce((sum, { text }) => sum + sampleTokens(text), 0);
}

/** The tools of a call, one piece each. */
export function describedTools(tools: LanguageModelV4CallOptions["tools"] = []): RequestPiece[] {
  return tools.flatMap((tool) =>
    tool.type === "function" ? [toolPiece(tool.name, tool.description, tool.inputSchema)] : [],
  );
}

/** A tool's description and schema as the model gets them. */
export function toolPiece(name: string, description = "", schema: unknown): RequestPiece {
  return { role: "tool", tool: name, text: `${name}\n\n${description}\n\n${JSON.stringify(schema, null, 2)}` };
}

/**
 * The pieces of one message.
 * @param said ids of the person's messages that are yet to come, the next one first; used ones are removed from it
 */
export function piecesOf(message: LanguageModelV4Message, said: string[] = []): RequestPiece[] {
  switch (message.role) {
    case "system":
      return [{ role: "system", text: message.content }];
    case "user": {
      // A user message with files alone is the answer of a tool.
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

/** A picture or PDF in words; the request sends the file itself. */
export function fileText({
  mediaType,
  filename = "file",
  data,
}: Pick<LanguageModelV4FilePart, "mediaType" | "filename" | "data">): string {
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
