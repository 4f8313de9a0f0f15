import "#lib/zod-jitless.ts";
import { dynamicTool, jsonSchema, type ToolSet } from "ai";
import type { ChatMessage, Invoked, MessagePart } from "#lib/chat/message.ts";
import type { ChatHost, HandedOut, SkillToolOffer } from "#lib/chat/session.ts";
import { describeHarnessOutput, harnessOutputOf, toolCallOf } from "#lib/chat/tool-call.ts";
import { leftOutCalls } from "#lib/chat/trim-results.ts";
import type { CallDecisions } from "./decisions.ts";
import { ToolError } from "./reach.ts";
import { runTool } from "./run-tool.ts";
import { asSeen } from "./versions.ts";
import { writeTool } from "./write-tools.ts";

/**
 * The harness's own tools: the one that hands out skills, those that change files, and the one that runs commands.
 * Their names and inputs vary with the harness, so the SDK gets them as dynamic tools. `messages`: the conversation so
 * far.
 */
export function harnessTools(host: ChatHost, messages: readonly ChatMessage[], decisions: CallDecisions): ToolSet {
  const offer = host.skillTool?.();
  const writers = host.writeTools?.() ?? [];
  const runner = host.runTool?.();
  return {
    ...(offer && { [offer.name]: skillTool(host, offer, handedOut(messages, offer.name), decisions) }),
    ...Object.fromEntries(writers.map((writer) => [writer.name, writeTool(host, writer, decisions)])),
    ...(runner && { [runner.name]: runTool(runner, decisions) }),
  };
}

interface GrowingHandedOut extends Omit<HandedOut, "touched"> {
  readonly names: Set<string>;
  readonly versions: Map<string, string>;
}

/** `handed` grows with each skill handed out: the second of two calls in one turn must know of the first. */
function skillTool(
  host: ChatHost,
  { description, schema, call }: SkillToolOffer,
  handed: GrowingHandedOut,
  { seen }: CallDecisions,
) {
  return dynamicTool({
    description,
    inputSchema: jsonSchema(schema),
    execute: (input) => {
      const output = call(input, { ...handed, touched: seen.keys() });
      if (output.skill) noteHanded(handed, output.skill);
      return output.skill ? asSeen(output, output.skill.location, host.files(), seen) : output;
    },
    toModelOutput,
  });
}

function toModelOutput({ output }: { readonly output: unknown }) {
  return describeHarnessOutput(output);
}

/**
 * What the conversation has received of skills, by `tool` and by the person's invocations; the last version of each.
 */
function handedOut(messages: readonly ChatMessage[], tool: string): GrowingHandedOut {
  const handed: GrowingHandedOut = { names: new Set(), versions: new Map(), said: saidIn(messages) };
  const leftOut = leftOutCalls(messages);
  for (const { metadata, parts } of messages) {
    const { name, version } = metadata?.invoked ?? {};
    if (name !== undefined && version !== undefined) handed.versions.set(name, version);
    for (const { id, skill } of parts.flatMap((part) => handingOut(part, tool) ?? [])) {
      noteHanded(handed, leftOut.has(id) ? { name: skill.name } : skill);
    }
  }
  return handed;
}

/** All that the person has typed, message by message. */
function saidIn(messages: readonly ChatMessage[]): string {
  const typed = messages.filter(({ role }) => role === "user").flatMap(({ parts }) => parts);
  return typed.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

function handingOut(part: MessagePart, tool: string) {
  const call = toolCallOf(part);
  const skill = call?.tool === tool && call.state === "done" ? harnessOutputOf(call.output)?.skill : undefined;
  return call && skill && { id: call.id, skill };
}

/** Records a handed-out skill, without a version where its text is no longer sent. */
function noteHanded(
  { names, versions }: GrowingHandedOut,
  { name, version }: Partial<Invoked> & Pick<Invoked, "name">,
) {
  names.add(name);
  if (version === undefined) versions.delete(name);
  else versions.set(name, version);
}

/**
 * The harness tools of earlier messages, for wording their outputs to the model and for calls that a person allows only
 * after switching to another harness. Never offered to the model.
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
