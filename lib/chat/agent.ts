import "./zod-jitless.ts";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { isStepCount, type ToolApprovalStatus, ToolLoopAgent } from "ai";
import type { ChatMessage } from "./message.ts";
import { toModelMessages } from "./model-messages.ts";
import type { ChatHost } from "./session.ts";
import { textField } from "./tool-call.ts";
import { type BoundTools, bindTools } from "./tools/bind-tools.ts";
import { earlierTools, harnessTools } from "./tools/harness-tools.ts";
import { reachOf, resolveToolPath } from "./tools/reach.ts";

/** How often a model may call tools before it must have answered. */
export const maxSteps = 12;

export interface AgentOptions {
  readonly host: ChatHost;
  readonly model: LanguageModelV4;
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
function createAgent({ host, model, messages, onError }: AgentOptions) {
  const offered: BoundTools = { ...bindTools(host), ...harnessTools(host, messages) };
  const tools: BoundTools = { ...earlierTools(messages), ...offered };
  return new ToolLoopAgent<never, BoundTools>({
    model,
    instructions: host.instructions(),
    // A write may make the harness look at its skills again within the turn.
    prepareStep: () => ({ instructions: host.instructions() }),
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
