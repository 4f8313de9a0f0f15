import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";

/** A tool call of the present turn and what came back. */
export interface Looked {
  readonly tool: string;
  /** The path it is about, as called. */
  readonly path: string;
  /** All its arguments. */
  readonly input: unknown;
  readonly text: string;
  readonly failed: boolean;
}

const reminder = "system-reminder";

/** Everything that is told to the model by the harness rather than said by the person. */
export function toldTexts({ prompt, tools = [] }: LanguageModelV4CallOptions): string[] {
  const system = prompt.flatMap((message) => (message.role === "system" ? [message.content] : []));
  // A later catalog stands in place of those before it.
  const reminders = prompt.flatMap((message) => elements(userText(message), reminder)).slice(-1);
  const descriptions = tools.flatMap((tool) =>
    tool.type === "function" && tool.description ? [tool.description] : [],
  );
  return [...system, ...reminders, ...descriptions];
}

/** The last thing the person said. */
export function lastRequest(options: LanguageModelV4CallOptions): string {
  return requests(options)[0] ?? "";
}

function requestIn(message: LanguageModelV4Message): string {
  const text = userText(message);
  return elements(text, reminder)
    .reduce((rest, inner) => rest.replace(`<${reminder}>${inner}</${reminder}>`, () => ""), text)
    .trim();
}

/** What has been looked at since the last message of the person, in order. */
export function lookedAt({ prompt }: LanguageModelV4CallOptions): Looked[] {
  return lookedIn(prompt.slice(prompt.findLastIndex((message) => message.role === "user") + 1));
}

/** What has been looked at in the whole conversation. */
export function everLookedAt({ prompt }: LanguageModelV4CallOptions): Looked[] {
  return lookedIn(prompt);
}

function lookedIn(messages: readonly LanguageModelV4Message[]): Looked[] {
  const inputs = new Map<string, unknown>();
  const looked: Looked[] = [];
  for (const message of messages) {
    if (message.role !== "assistant" && message.role !== "tool") continue;
    for (const part of message.content) {
      if (part.type === "tool-call") inputs.set(part.toolCallId, part.input);
      if (part.type === "tool-result") {
        const input = inputs.get(part.toolCallId);
        looked.push({ tool: part.toolName, path: pathIn(input), input, ...resultOf(part.output) });
      }
    }
  }
  return looked;
}

/** All that the person said, the last first. */
export function requests({ prompt }: LanguageModelV4CallOptions): string[] {
  const said = prompt.filter((message) => message.role === "user").map(requestIn);
  return said.reverse();
}

/** The text of the answer before the last thing that the person said. */
export function lastAnswer({ prompt }: LanguageModelV4CallOptions): string | undefined {
  const asked = prompt.findLastIndex((message) => message.role === "user");
  const last = prompt.slice(0, Math.max(0, asked)).findLast((message) => message.role === "assistant");
  if (last?.role !== "assistant") return undefined;
  return last.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** A tool that looks at the path it is given, and its parameter for that: harnesses name both as they like. */
export interface PathTool {
  readonly name: string;
  readonly parameter: string;
}

/** The tool by which the model reads a file. */
export function readToolIn(options: LanguageModelV4CallOptions): PathTool | undefined {
  return pathToolIn(options, /read|view|open|cat/i);
}

/** The tool by which the model lists a folder. */
export function listToolIn(options: LanguageModelV4CallOptions): PathTool | undefined {
  return pathToolIn(options, /list|ls|dir|glob/i);
}

function pathToolIn({ tools = [] }: LanguageModelV4CallOptions, called: RegExp): PathTool | undefined {
  for (const tool of tools) {
    if (tool.type !== "function" || !called.test(tool.name)) continue;
    const parameter = Object.keys(tool.inputSchema.properties ?? {}).find((name) => isPath.test(name));
    if (parameter !== undefined) return { name: tool.name, parameter };
  }
  return undefined;
}

const isPath = /path|file|folder|dir/i;

function pathIn(input: unknown): string {
  if (typeof input !== "object" || input === null) return "";
  const [, path] = Object.entries(input).find(([name, value]) => isPath.test(name) && typeof value === "string") ?? [];
  return typeof path === "string" ? path : "";
}

/** A tool that hands out skills by name: what it is called, and its parameter for the name. */
export interface SkillTool {
  readonly name: string;
  readonly parameter: string;
}

/** The tool of that kind that the model was given: the one that asks for a skill. */
export function skillToolIn({ tools = [] }: LanguageModelV4CallOptions): SkillTool | undefined {
  for (const tool of tools) {
    if (tool.type !== "function") continue;
    const parameter = Object.keys(tool.inputSchema.properties ?? {}).find((name) => name.startsWith("skill"));
    if (parameter !== undefined) return { name: tool.name, parameter };
  }
  return undefined;
}

/** The folder that the harness works in, where the system prompt tells it. */
export function workingFolder({ prompt }: LanguageModelV4CallOptions): string {
  const system = prompt.flatMap((message) => (message.role === "system" ? [message.content] : [])).join("\n");
  return /The working folder is (\S+);/.exec(system)?.[1] ?? "/";
}

function userText(message: LanguageModelV4Message): string {
  if (message.role !== "user") return "";
  return message.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
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

/** What stands between each `<tag>` and the `</tag>` after it. Takes one pass, whatever the text. */
function elements(text: string, tag: string): string[] {
  const open = `<${tag}>`;
  const close = `</${tag}>`;
  const found: string[] = [];
  let end = 0;
  for (;;) {
    const start = text.indexOf(open, end);
    if (start === -1) return found;
    end = text.indexOf(close, start);
    if (end === -1) return found;
    found.push(text.slice(start + open.length, end));
  }
}
