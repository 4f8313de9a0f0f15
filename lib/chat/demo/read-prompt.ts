import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import { splitMarked } from "#lib/chat/reminder-mark.ts";

/** A model's prompt, as the script reads it. */
export interface Prompt {
  /** Everything that comes from the harness and not the person: system prompt, reminders that still count, tools. */
  readonly told: readonly string[];
  /** Everything that the person said, the last message first. */
  readonly requests: readonly string[];
  /** The text of the answer before the person's last message. */
  readonly lastAnswer: string;
  /** The calls since the person's last message, in order. */
  readonly looked: readonly Looked[];
  /** All calls of the conversation, in order. */
  readonly everLooked: readonly Looked[];
  /** The harness's working folder, where the system prompt gives it. */
  readonly cwd: string;
  /** The tools by purpose: each harness has its own names for tools and parameters. */
  readonly tools: {
    readonly read: PromptTool | undefined;
    readonly list: PromptTool | undefined;
    /** Hands out skills by name. */
    readonly skill: PromptTool | undefined;
    /** Writes a whole file. */
    readonly write: PromptTool | undefined;
    readonly run: PromptTool | undefined;
  };
}

/** A tool with the name of its path or subject parameter and, where it writes, of its text parameter. */
export interface PromptTool {
  readonly name: string;
  readonly parameter: string;
  readonly content: string;
}

/** A tool call and what came back. */
export interface Looked {
  readonly tool: string;
  /** The path that was asked for, as called. */
  readonly path: string;
  readonly input: unknown;
  readonly text: string;
  readonly failed: boolean;
}

export function readPrompt(options: LanguageModelV4CallOptions): Prompt {
  const { prompt } = options;
  const tools = (options.tools ?? []).flatMap((tool) => (tool.type === "function" ? [tool] : []));
  const toolWith = (called: RegExp, parameter: RegExp, content = /^/): PromptTool | undefined => {
    for (const { name, inputSchema } of tools) {
      const parameters = Object.keys(inputSchema.properties ?? {});
      const [about, text] = [parameter, content].map((sign) => parameters.find((each) => sign.test(each)));
      if (called.test(name) && about !== undefined && text !== undefined)
        return { name, parameter: about, content: text };
    }
    return undefined;
  };
  const system = prompt.flatMap((message) => (message.role === "system" ? [message.content] : []));
  const reminded = prompt.map(split).filter(({ reminder }) => reminder !== undefined);
  // A later catalog replaces those before it, unless it adds to them.
  const newest = Math.max(
    0,
    reminded.findLastIndex(({ adds }) => !adds),
  );
  const reminders = reminded.slice(newest).flatMap(({ reminder }) => reminder ?? []);
  const asked = prompt.findLastIndex(({ role }) => role === "user");
  const answer = prompt.slice(0, Math.max(0, asked)).findLast(({ role }) => role === "assistant");
  return {
    told: [...system, ...reminders, ...tools.flatMap(({ description }) => description || [])],
    requests: prompt.flatMap((message) => (message.role === "user" ? [split(message).said.trim()] : [])).reverse(),
    lastAnswer: answer?.role === "assistant" ? textOf(answer.content) : "",
    looked: lookedIn(prompt.slice(asked + 1)),
    everLooked: lookedIn(prompt),
    cwd: /The working folder is (\S+);/.exec(system.join("\n"))?.[1] ?? "/",
    tools: {
      read: toolWith(/read|view|open|cat/i, isPath),
      list: toolWith(/list|ls|dir|glob/i, isPath),
      skill: toolWith(/^/, /^skill/) ?? toolWith(/skill/i, /^name$/),
      write: toolWith(/^/, /path/i, /^content/i),
      run: toolWith(/^/, /^(?:command|cmd)$/),
    },
  };
}

const isPath = /path|file|folder|dir/i;

function lookedIn(messages: readonly LanguageModelV4Message[]): Looked[] {
  const inputs = new Map<string, unknown>();
  const looked: Looked[] = [];
  for (const message of messages) {
    if (message.role !== "assistant" && message.role !== "tool") continue;
    for (const part of message.content) {
      if (part.type === "tool-call") inputs.set(part.toolCallId, part.input);
      if (part.type !== "tool-result") continue;
      const input = inputs.get(part.toolCallId);
      const isPathParameter = ([name, value]: [string, unknown]) => isPath.test(name) && typeof value === "string";
      const path = String(Object.entries(input ?? {}).find(isPathParameter)?.[1] ?? "");
      looked.push({ tool: part.toolName, path, input, ...resultOf(part.output) });
    }
  }
  return looked;
}

function resultOf(output: LanguageModelV4ToolResultPart["output"]): { text: string; failed: boolean } {
  if (output.type === "execution-denied")
    return { text: output.reason ?? "The person did not allow this.", failed: true };
  const text = typeof output.value === "string" ? output.value : JSON.stringify(output.value);
  return { text, failed: output.type === "error-text" || output.type === "error-json" };
}

function textOf(parts: readonly { readonly type: string; readonly text?: string }[], between = ""): string {
  return parts.map(({ type, text = "" }) => (type === "text" ? text : "")).join(between);
}

/** A message's text without the reminder that the harness put into it, and that. */
function split({ role, content, providerOptions }: LanguageModelV4Message): Said {
  return role === "user" ? splitMarked(textOf(content, "\n"), providerOptions) : { said: "", reminder: undefined };
}

interface Said {
  readonly said: string;
  readonly reminder: string | undefined;
  readonly adds?: boolean | undefined;
}
