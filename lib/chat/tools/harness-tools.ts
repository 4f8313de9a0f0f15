import "#lib/chat/zod-jitless.ts";
import { dynamicTool, jsonSchema, type ToolSet } from "ai";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { ChatHost, SkillToolOffer } from "#lib/chat/session.ts";
import { describeHarnessOutput, harnessOutputOf, toolCallOf } from "#lib/chat/tool-call.ts";
import type { CallDecisions } from "./decisions.ts";
import { ToolError } from "./reach.ts";
import { asSeen, type SeenVersions } from "./versions.ts";
import { writeTool } from "./write-tools.ts";

/**
 * The tools that come with the harness: the one that hands out skills, and those that change files. Their names
 * and inputs are the harness's, so they are dynamic ones to the SDK. `messages`: the conversation so far.
 */
export function harnessTools(host: ChatHost, messages: readonly ChatMessage[], decisions: CallDecisions): ToolSet {
  const offer = host.skillTool?.();
  const writers = host.writeTools?.() ?? [];
  return {
    ...(offer && { [offer.name]: skillTool(host, offer, handedOut(messages, offer.name), decisions.seen) }),
    ...Object.fromEntries(writers.map((writer) => [writer.name, writeTool(host, writer, decisions)])),
  };
}

/** `active` grows with each skill handed out: of two calls in one turn the second must know of the first. */
function skillTool(
  host: ChatHost,
  { description, schema, call }: SkillToolOffer,
  active: Set<string>,
  seen: SeenVersions,
) {
  return dynamicTool({
    description,
    inputSchema: jsonSchema(schema),
    execute: (input) => {
      const output = call(input, active);
      if (output.skill) active.add(output.skill.name);
      return output.skill ? asSeen(output, output.skill.location, host.files(), seen) : output;
    },
    toModelOutput,
  });
}

function toModelOutput({ output }: { readonly output: unknown }) {
  return describeHarnessOutput(output);
}

/** Names of the skills that `tool` has handed out in the conversation. */
function handedOut(messages: readonly ChatMessage[], tool: string): Set<string> {
  const calls = messages.flatMap(({ parts }) => parts.flatMap((part) => toolCallOf(part) ?? []));
  const given = calls.filter((call) => call.tool === tool && call.state === "done");
  return new Set(given.flatMap((call) => harnessOutputOf(call.output)?.skill?.name ?? []));
}

/**
 * The harness tools of earlier messages: how their outputs read to the model, and what becomes of a call that a
 * person allows only after having left that harness. Never offered.
 */
export function earlierTools(messages: readonly ChatMessage[]): ToolSet {
  const names = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "dynamic-tool" ? part.toolName : [])),
  );
  return Object.fromEntries(names.map((name) => [name, earlierTool(name)]));
}

function earlierTool(name: string) {
  const execute = () => {
    throw new ToolError(`The harness has no tool ${name} any more.`);
  };
  return dynamicTool({ inputSchema: jsonSchema({}), execute, toModelOutput });
}
