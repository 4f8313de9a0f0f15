import { formatCount } from "#lib/format-count.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { answeredBy, type ChatMessage, type MessagePart, type TokenUsage } from "../message.ts";
import { readsOf } from "../reads.ts";
import { toolCallOf } from "../tool-call.ts";
import { attachedNames, type BranchNode, shownPath, typedLine, type WholeConversation } from "./conversation.ts";

export const conversationFormat = "skillground-conversation";
/** Raised when the format changes so that an older page could no longer read the file correctly. */
export const conversationVersion = 1;

/** A conversation as a file: all its messages with all branches, so that it can be continued elsewhere. */
export interface ConversationFile {
  readonly format: typeof conversationFormat;
  readonly version: number;
  /** Empty where the person has not named the conversation. */
  readonly name: string;
  /** Milliseconds since 1970, like `usedAt`. */
  readonly createdAt: number;
  readonly usedAt: number;
  /** The number of the last message of the branch on show. */
  readonly shown: number;
  readonly messages: readonly BranchNode[];
  /** For people who read the file; ignored when it is imported. */
  readonly context?: ConversationContext;
}

/** The setting in which a conversation was held, and what it used. */
export interface ConversationContext extends ConversationSetting {
  readonly exportedAt: string;
  /** Names of the models, as the answers give them. */
  readonly models: readonly string[];
  /** The skills that became active in the conversation. */
  readonly skills: readonly { readonly name: string; readonly location: string }[];
  /** The number of calls by tool name. */
  readonly tools: Readonly<Record<string, number>>;
  /** Tokens as the providers report them. */
  readonly tokens: TokenUsage;
}

export interface ConversationSetting {
  readonly workspace: string;
  readonly harness: { readonly id: string; readonly label: string };
  readonly sources: readonly { readonly label: string; readonly url?: string; readonly commit?: string }[];
}

export function conversationFile(
  { head, branches }: WholeConversation,
  context?: ConversationContext,
): ConversationFile {
  const { name, isNamed, createdAt, usedAt, shown } = head;
  const said = { name: isNamed ? name : "", createdAt, usedAt, shown, messages: branches };
  return { format: conversationFormat, version: conversationVersion, ...said, ...(context && { context }) };
}

/**
 * What the file says about a conversation beside its messages.
 * @param skills the skills that the harness has loaded
 */
export function conversationContext(
  messages: readonly ChatMessage[],
  setting: ConversationSetting,
  skills: readonly Skill[],
  time: number,
): ConversationContext {
  const calls = messages.flatMap(({ parts }) => parts.flatMap((part) => toolCallOf(part) ?? []));
  const tools = new Map<string, number>();
  for (const { tool } of calls) tools.set(tool, (tools.get(tool) ?? 0) + 1);
  const { activations } = readsOf(messages, skills);
  return {
    exportedAt: new Date(time).toISOString(),
    ...setting,
    models: [...new Set(messages.flatMap(answeredBy).map(({ label }) => label))],
    skills: [...activations.values()].map(({ path, skill }) => ({ name: skill?.name ?? path, location: path })),
    tools: Object.fromEntries(tools),
    tokens: tokensOf(messages),
  };
}

function tokensOf(messages: readonly ChatMessage[]): TokenUsage {
  const fields = ["inputTokens", "outputTokens", "cachedTokens", "cacheWriteTokens"] as const;
  const usages = messages.flatMap(({ metadata }) => metadata?.usage ?? []);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const known = usages.flatMap((usage) => usage[field] ?? []);
      return known.length > 0 ? [[field, known.reduce((sum, count) => sum + count, 0)]] : [];
    }),
  );
}

/** The branch on show as Markdown, for reading: what was said, and which tools were called with what. */
export function conversationMarkdown(whole: WholeConversation, context: ConversationContext): string {
  const turns = shownPath(whole).map(messageMarkdown);
  return `${[`# ${plainLine(whole.head.name || "Conversation")}`, contextMarkdown(context), ...turns].join("\n\n")}\n`;
}

function contextMarkdown({
  exportedAt,
  workspace,
  harness,
  sources,
  models,
  skills,
  tools,
  tokens,
}: ConversationContext) {
  const places = sources.map(({ label, commit }) => `${label}${commit === undefined ? "" : ` at ${commit}`}`);
  const called = Object.entries(tools).map(([tool, count]) => `${tool} ×${count}`);
  const { inputTokens, outputTokens, cachedTokens } = tokens;
  const counted = [
    ...(inputTokens === undefined ? [] : [`${formatCount(inputTokens)} in`]),
    ...(cachedTokens === undefined ? [] : [`${formatCount(cachedTokens)} of them from a cache`]),
    ...(outputTokens === undefined ? [] : [`${formatCount(outputTokens)} out`]),
  ];
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ["Workspace", [workspace]],
    ["Sources", places],
    ["Harness", [harness.label]],
    ["Models", models],
    ["Skills that became active", skills.map(({ name }) => name)],
    ["Tools called", called],
    ["Tokens, as reported", counted],
    ["Exported", [exportedAt]],
  ];
  return lines
    .filter(([, values]) => values.some((value) => value !== ""))
    .map(([label, values]) => `- ${label}: ${plainLine(values.join(", "))}`)
    .join("\n");
}

function messageMarkdown(message: ChatMessage): string {
  if (message.role === "user")
    return ["## You", typedLine(message), ...attachedMarkdown(message)].filter(Boolean).join("\n\n");
  const by = answeredBy(message).map(({ label }) => plainLine(label));
  const title = message.role === "system" ? "Command" : `Answer by ${by.join(", then ") || "a model"}`;
  return [`## ${title}`, ...message.parts.flatMap(partMarkdown)].join("\n\n");
}

function attachedMarkdown(message: ChatMessage): string[] {
  const attached = attachedNames(message);
  return attached.length > 0 ? [`Attached: ${plainLine(attached.join(", "))}`] : [];
}

function partMarkdown(part: MessagePart): string[] {
  if (part.type === "text") return part.text.trim() ? [part.text] : [];
  if (part.type === "data-command") return [fenced(`❯ ${part.data.line}\n${part.data.output}`)];
  const call = toolCallOf(part);
  if (!call) return [];
  const came = call.state === "done" ? call.output : call.error;
  const result = typeof came === "string" ? came : came === undefined ? call.state : JSON.stringify(came, null, 2);
  return [`**${plainLine(call.tool)}**`, fenced(JSON.stringify(call.input ?? {}), "json"), fenced(result)];
}

/** A fenced code block; the fence is longer than any run of backquotes in the text. */
function fenced(text: string, language = ""): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const fence = "`".repeat(runs.reduce((longest, { length }) => Math.max(longest, length + 1), 3));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** One line in which Markdown characters are escaped. */
function plainLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>#|]/g, "\\$&");
}
