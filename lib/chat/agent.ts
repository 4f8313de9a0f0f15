import "./zod-jitless.ts";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { isStepCount, ToolLoopAgent } from "ai";
import { type BoundTools, bindTools } from "./bind-tools.ts";
import { reachOf, resolveToolPath } from "./reach.ts";
import type { ChatHost } from "./session.ts";

/** How often a model may call tools before it must have answered. */
export const maxSteps = 12;

/**
 * The one agent: the same loop, tools, stop rule and approval rule for every model. A call whose path the
 * harness leaves `pending` waits for the person; one that it denies runs into the tool's refusal, so that
 * the model reads why. `onError` receives what a model call failed with, as thrown.
 */
export function createAgent(host: ChatHost, model: LanguageModelV4, onError: (error: unknown) => void) {
  return new ToolLoopAgent<never, BoundTools>({
    model,
    instructions: host.instructions(),
    tools: bindTools(host),
    stopWhen: isStepCount(maxSteps),
    toolApproval: ({ toolCall }) => {
      if (toolCall.dynamic) return undefined;
      const path = resolveToolPath(reachOf(host), toolCall.input.path ?? ".");
      const { permission, reason } = host.guard(path, "read");
      return permission === "pending" ? { type: "user-approval", reason } : undefined;
    },
    // A silent wait before a second try looks like a hang; the person sees the failure and a Retry button.
    maxRetries: 0,
    onError: ({ error }) => onError(error),
  });
}
