import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import { elements } from "./elements.ts";

/** A tool call of the present turn and what came back. */
export interface Looked {
  readonly tool: string;
  /** Its `path` argument, as called. */
  readonly path: string;
  readonly text: string;
  readonly failed: boolean;
}

const reminder = "system-reminder";

/** Everything that is told to the model by the harness rather than said by the person. */
export function toldTexts({ prompt, tools = [] }: LanguageModelV4CallOptions): string[] {
  const system = prompt.flatMap((message) => (message.role === "system" ? [message.content] : []));
  const reminders = prompt.flatMap((message) => elements(userText(message), reminder));
  const descriptions = tools.flatMap((tool) =>
    tool.type === "function" && tool.description ? [tool.description] : [],
  );
  return [...system, ...reminders, ...descriptions];
}

/** The last thing the person said. */
export function lastRequest(options: LanguageModelV4CallOptions): string {
  const last = options.prompt.findLast((message) => message.role === "user");
  if (!last) return "";
  const text = userText(last);
  return elements(text, reminder)
    .reduce((rest, inner) => rest.replace(`<${reminder}>${inner}</${reminder}>`, () => ""), text)
    .trim();
}

/** What has been looked at since then, in order. */
export function lookedAt({ prompt }: LanguageModelV4CallOptions): Looked[] {
  const turn = prompt.slice(prompt.findLastIndex((message) => message.role === "user") + 1);
  const paths = new Map<string, string>();
  const looked: Looked[] = [];
  for (const message of turn) {
    if (message.role !== "assistant" && message.role !== "tool") continue;
    for (const part of message.content) {
      if (part.type === "tool-call") paths.set(part.toolCallId, pathOf(part.input));
      if (part.type === "tool-result") {
        looked.push({ tool: part.toolName, path: paths.get(part.toolCallId) ?? "", ...resultOf(part.output) });
      }
    }
  }
  return looked;
}

/** Whether the model was given a tool of that name. */
export function hasTool({ tools = [] }: LanguageModelV4CallOptions, name: string): boolean {
  return tools.some((tool) => tool.type === "function" && tool.name === name);
}

function userText(message: LanguageModelV4Message): string {
  if (message.role !== "user") return "";
  return message.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

function pathOf(input: unknown): string {
  const path = typeof input === "object" && input !== null && "path" in input ? input.path : "";
  return typeof path === "string" ? path : "";
}

function resultOf(output: LanguageModelV4ToolResultPart["output"]): { text: string; failed: boolean } {
  switch (output.type) {
    case "text":
      return { text: output.value, failed: false };
    case "error-text":
      return { text: output.value, failed: true };
    case "execution-denied":
      return { text: output.reason ?? "The person did not allow this.", failed: true };
    default:
      return { text: JSON.stringify(output.value), failed: output.type === "error-json" };
  }
}
