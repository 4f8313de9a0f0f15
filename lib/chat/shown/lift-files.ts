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
 * `model` with tools that can answer with files. Chat completions allow only text in a tool's answer, and other
 * protocols each allow different things there; a user message may hold files everywhere. So files from tools are moved
 * into a user message after the tool answers.
 */
export function withLiftedFiles(model: LanguageModelV4): LanguageModelV4 {
  return wrapModel(model, { prepare: (options) => ({ ...options, prompt: liftFiles(options.prompt) }) });
}

function liftFiles(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const lifted: LanguageModelV4Message[] = [];
  let files: LanguageModelV4FilePart[] = [];
  for (const message of prompt) {
    // The answers to the calls of one step must stay together.
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
