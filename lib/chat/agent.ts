import "./zod-jitless.ts";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import {
  convertToModelMessages,
  isStepCount,
  type ModelMessage,
  type ToolApprovalStatus,
  ToolLoopAgent,
  tool,
} from "ai";
import type { ChatMessage, MessagePart } from "./message.ts";
import type { ChatHost } from "./session.ts";
import { textField } from "./tool-call.ts";
import { executeGrep } from "./tools/grep.ts";
import { earlierTools, harnessTools } from "./tools/harness-tools.ts";
import { reachOf, resolveToolPath } from "./tools/reach.ts";
import { executeListFiles, executeReadFile } from "./tools/read-tools.ts";
import { chatTools } from "./tools/tools.ts";

/** How often a model may call tools before it must have answered. */
export const maxSteps = 12;

export interface AgentOptions {
  readonly host: ChatHost;
  readonly model: LanguageModelV4;
  /** The system prompt of the whole turn. */
  readonly instructions: string;
  /** The conversation so far: some harnesses hand out a skill only once. */
  readonly messages: readonly ChatMessage[];
  /** Receives what a model call failed with, as thrown. */
  readonly onError: (error: unknown) => void;
}

/**
 * The one agent: the same loop, tools, stop rule and approval rule for every model. A call whose path the
 * harness leaves `pending` waits for the person, one that writes always does; one that is denied runs into
 * the tool's refusal, so that the model reads why.
 */
function createAgent({ host, model, instructions, messages, onError }: AgentOptions) {
  const offered: BoundTools = { ...bindTools(host), ...harnessTools(host, messages) };
  const tools: BoundTools = { ...earlierTools(messages), ...offered };
  return new ToolLoopAgent<never, BoundTools>({
    model,
    instructions,
    tools,
    activeTools: Object.keys(offered) as (keyof BoundTools)[],
    stopWhen: isStepCount(maxSteps),
    toolApproval: ({ toolCall }) =>
      toolCall.dynamic ? approvalOfHarnessTool(host, toolCall) : approvalOfRead(host, toolCall.input.path ?? "."),
    // A silent wait before a second try looks like a hang; the person sees the failure and a Retry button.
    maxRetries: 0,
    onError: ({ error }) => onError(error),
  });
}

/**
 * Sends a conversation. It becomes a request here and nowhere else, be it for a provider or to be shown.
 * Harness commands in it are not sent.
 */
export async function askAgent(options: AgentOptions, signal?: AbortSignal) {
  const agent = createAgent(options);
  const spoken = options.messages.filter((message) => message.role !== "system");
  const messages = await toModelMessages(spoken, agent.tools);
  const result = await agent.stream({ messages, ...(signal && { abortSignal: signal }) });
  return { result, tools: agent.tools, spoken };
}

function approvalOfRead(host: ChatHost, path: string): ToolApprovalStatus {
  const { permission, reason } = host.guard(resolveToolPath(reachOf(host), path), "read");
  return permission === "pending" ? { type: "user-approval", reason } : undefined;
}

function approvalOfHarnessTool(
  host: ChatHost,
  { toolName, input }: { readonly toolName: string; readonly input: unknown },
): ToolApprovalStatus {
  const path = textField(input, "path");
  if (path === undefined || !host.writeTools?.().some(({ name }) => name === toolName)) return undefined;
  const { permission, reason } = host.guard(resolveToolPath(reachOf(host), path), "write");
  return permission === "denied" ? undefined : { type: "user-approval", reason };
}

export type BoundTools = ReturnType<typeof bindTools>;

/** The tools with executors over the host's files as they are at each call. */
export function bindTools(host: ChatHost) {
  const { read_file, list_files, grep } = chatTools;
  return {
    read_file: tool({ ...read_file, execute: (input) => executeReadFile(input, reachOf(host)) }),
    list_files: tool({ ...list_files, execute: (input) => executeListFiles(input, reachOf(host)) }),
    grep: tool({ ...grep, execute: (input, { abortSignal }) => executeGrep(input, reachOf(host), abortSignal) }),
  };
}

/**
 * What of a conversation goes to the model: no harness commands, no empty texts (providers refuse them), and
 * no bookkeeping of one provider (`custom`), since the next request may go to another.
 */
function toModelMessages(messages: readonly ChatMessage[], tools: BoundTools): Promise<ModelMessage[]> {
  const sent = messages
    .filter((message) => message.role !== "system")
    .map((message) => ({ ...message, parts: message.parts.filter(isSent) }))
    .filter((message) => message.parts.some((part) => part.type !== "step-start"));
  return convertToModelMessages(sent, { tools });
}

function isSent(part: MessagePart): boolean {
  return part.type !== "data-command" && part.type !== "custom" && !(part.type === "text" && part.text === "");
}
