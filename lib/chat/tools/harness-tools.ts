import "#lib/chat/zod-jitless.ts";
import { dynamicTool, jsonSchema, type ToolSet } from "ai";
import { z } from "zod";
import type { ChatMessage, HarnessOutput } from "#lib/chat/message.ts";
import type { ChatHost, SkillToolOffer, WriteToolOffer } from "#lib/chat/session.ts";
import { describeHarnessOutput, harnessOutputOf, toolCallOf, withHome, writeRequestOf } from "#lib/chat/tool-call.ts";
import { isPending } from "#lib/vfs/files.ts";
import { dirname } from "#lib/vfs/paths.ts";
import { isGitPath, pendingSentence, type Reach, reachOf, resolveToolPath, ToolError, whenHere } from "./reach.ts";

/**
 * The tools that come with the harness: the one that hands out skills, and those that change files. Their names
 * and inputs are the harness's, so they are dynamic ones to the SDK. `messages`: the conversation so far.
 */
export function harnessTools(host: ChatHost, messages: readonly ChatMessage[]): ToolSet {
  const offer = host.skillTool?.();
  const writers = host.writeTools?.() ?? [];
  return {
    ...(offer && { [offer.name]: skillTool(offer, handedOut(messages, offer.name)) }),
    ...Object.fromEntries(writers.map((writer) => [writer.name, writeTool(host, writer)])),
  };
}

/** `active` grows with each skill handed out: of two calls in one turn the second must know of the first. */
function skillTool({ description, schema, call }: SkillToolOffer, active: Set<string>) {
  return dynamicTool({
    description,
    inputSchema: jsonSchema(schema),
    execute: (input) => {
      const output = call(input, active);
      if (output.skill) active.add(output.skill.name);
      return output;
    },
    toModelOutput,
  });
}

function writeTool(host: ChatHost, writer: WriteToolOffer) {
  return dynamicTool({
    description: writeToolDescriptions[writer.kind],
    inputSchema: writeToolSchemas[writer.kind],
    execute: (input) => executeWrite(input, reachOf(host), writer),
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

const path = z.string().describe("Absolute, relative to the working folder, or starting with ~/ for the home folder.");

/** What the tools that change files take, whatever a harness calls them. */
const writeToolSchemas = {
  write: z.object({ path, content: z.string().describe("The whole file, as it shall be.") }),
  replace: z.object({
    path,
    old_string: z.string().describe("A text that stands in the file exactly once."),
    new_string: z.string().describe("What shall stand there."),
  }),
  patch: z.object({
    path,
    patches: z
      .array(z.object({ find: z.string(), replace: z.string() }))
      .describe("Replacements, one after the other; each find must stand in the file exactly once."),
  }),
} as const satisfies Record<WriteToolOffer["kind"], z.ZodType>;

const writeToolDescriptions = {
  write: "Writes a whole file, new or in place of the old one. The person is asked first.",
  replace: "Replaces a text that stands in a file exactly once. The person is asked first.",
  patch: "Makes several replacements in a file, all or none. The person is asked first.",
} as const satisfies Record<WriteToolOffer["kind"], string>;

/**
 * A call of a write tool that the person has allowed.
 * @throws ToolError when the harness denies the path, no file can stand there, or the tool itself refuses.
 */
export async function executeWrite(input: unknown, reach: Reach, tool: WriteToolOffer): Promise<HarnessOutput> {
  const request = writeRequestOf(input);
  if (!request) throw new ToolError(`${tool.name} cannot make sense of its input.`);
  const path = resolveToolPath(reach, request.path);
  const { permission, reason } = reach.guard(path, "write");
  if (permission === "denied") throw new ToolError(`Writing ${path} is not allowed: ${reason}.`);
  requireFilePlace(reach, path);
  await whenHere(reach, [path]);
  if (isPending(reach.files.stat(path))) throw new ToolError(pendingSentence(path));
  const result = await tool.run(withHome(request, reach.home));
  if (result.kind === "refused") throw new ToolError(result.reason);
  return { text: result.output };
}

function requireFilePlace({ files }: Reach, path: string): void {
  if (isGitPath(path)) throw new ToolError(`${path} belongs to git, which is no part of this tree.`);
  if (files.stat(path)?.kind === "folder") throw new ToolError(`${path} is a folder.`);
  if (files.lstat(path)?.kind === "link" && !files.stat(path)) throw new ToolError(`${path} is a link to nothing.`);
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const kind = files.stat(folder)?.kind;
    if (kind === "file") throw new ToolError(`${folder} is a file, so nothing can stand below it.`);
    if (kind === "folder") return;
  }
}
