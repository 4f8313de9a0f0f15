import "#lib/zod-jitless.ts";
import { dynamicTool, jsonSchema } from "ai";
import type { RunToolOffer } from "#lib/chat/session.ts";
import { describeHarnessOutput } from "#lib/chat/tool-call.ts";
import type { CallDecisions } from "./decisions.ts";

/** The harness's tool that runs commands. It runs a command only where the person has allowed exactly that one. */
export function runTool(runner: RunToolOffer, decisions: CallDecisions) {
  return dynamicTool({
    description: runner.description,
    inputSchema: jsonSchema(runner.schema),
    execute: async (input, { toolCallId, abortSignal }) => {
      decisions.requireRunLeave(toolCallId, input, runner);
      return runner.run({ id: toolCallId, input, signal: abortSignal ?? new AbortController().signal });
    },
    toModelOutput: ({ output }) => describeHarnessOutput(output),
  });
}
