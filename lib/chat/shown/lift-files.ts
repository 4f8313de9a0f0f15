import type {
  LanguageModelV4,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import { wrapModel } from "#lib/chat/models/source.ts";

type ToolMessage = Extract<LanguageModelV4Message, { role: "tool" }>;

/**
 * `model` as one whose tools can answer with files. Chat completions have a place for text only in a tool's answer, and of
 * the others each takes something else there; a person's message may hold files everywhere. So files that tools answered
 * with go into a message of their own behind the answers.
 */
export function withLiftedFiles(model: LanguageModelV4): LanguageModelV4 {
  return wrapModel(model, { prepare: (options) => ({ ...options, prompt: liftFiles(options.prompt) }) });
}

function liftFiles(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const lifted: LanguageModelV4Message[] = [];
  let files: LanguageModelV4FilePart[] = [];
  for (const message of prompt) {
    // The answers to calls of one step must stand together.
    if (message.role !== "tool" && files.length > 0) {
      lifted.push({ role: "user", content: files });
      files = [];
    }
    lifted.push(message.role === "tool" ? withoutFiles(message, files) : message);
  }
  if (files.length > 0) lifted.push({ role: "user", content: files });
  return lifted;
}

/** The message with text alone; its files are added to `files`. */
function withoutFiles(message: ToolMessage, files: LanguageModelV4FilePart[]): ToolMessage {
  const content = message.content.map((part) => (part.type === "tool-result" ? withText(part, files) : part));
  return { ...message, content };
}

function withText(part: LanguageModelV4ToolResultPart, files: LanguageModelV4FilePart[]) {
  if (part.output.type !== "content") return part;
  const texts: string[] = [];
  for (const piece of part.output.value) {
    if (piece.type === "text") texts.push(piece.text);
    else if (piece.type === "file") files.push(piece);
  }
  return { ...part, output: { type: "text" as const, value: texts.join("\n") } };
}
