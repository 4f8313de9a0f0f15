import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { FailureError } from "#lib/failure.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import type { LoadedModel } from "./models/load-model.ts";
import { modelFailure } from "./models/model-failure.ts";
import { skillFileAt } from "./reads.ts";
import { takeDown } from "./request.ts";
import type { ChatHost } from "./session.ts";
import { sampleTokens } from "./tokens/estimate-tokens.ts";
import { textField } from "./tool-call.ts";
import { reachOf, resolveToolPath } from "./tools/reach.ts";

/** What a model does first with a request, before any tool has run. */
export interface FirstPick {
  readonly pick:
    | { readonly kind: "skill"; readonly skill: string }
    | { readonly kind: "tool"; readonly tool: string }
    | { readonly kind: "answer" };
  /** Tokens in and out; estimated where the provider does not report them. */
  readonly tokens: number;
}

export interface FirstPickOptions {
  readonly host: ChatHost;
  readonly loaded: LoadedModel;
  /** The skills that the harness has loaded. */
  readonly skills: readonly Skill[];
  /** What the person would type. */
  readonly request: string;
  readonly signal: AbortSignal;
}

/** Characters of an answer after which no tool is waited for any more. */
const longestAnswer = 4000;

/**
 * Sends `request` as the first message of a conversation, exactly as the chat would, and looks at the first tool that the
 * model calls. No tool runs: what it asks for is told by the call. @throws FailureError, or the signal's reason
 */
export async function firstPick({ host, loaded, skills, request, signal }: FirstPickOptions): Promise<FirstPick> {
  const { model, label } = loaded;
  const call = await firstCall(host, request, label.scripted);
  try {
    const { stream } = await model.doStream({ ...call, abortSignal: signal });
    const step = await readStep(stream);
    signal.throwIfAborted();
    return { pick: pickOf(step, host, skills), tokens: step.tokens ?? sampleTokens(JSON.stringify(call.prompt)) };
  } catch (caught) {
    signal.throwIfAborted();
    throw new FailureError(modelFailure(caught, label.provider), { cause: caught });
  }
}

function firstCall(host: ChatHost, request: string, ownNames: boolean): Promise<LanguageModelV4CallOptions> {
  const text = host.remind?.(request, undefined)?.text ?? request;
  return takeDown(host, [{ id: "request", role: "user", parts: [{ type: "text", text }] }], ownNames);
}

interface FirstStep {
  readonly call?: { readonly toolName: string; readonly input: string };
  readonly tokens?: number;
}

/** Reads up to the first call and on to the end of the step, which tells what it cost; a long answer is left before. */
async function readStep(stream: ReadableStream<LanguageModelV4StreamPart>): Promise<FirstStep> {
  const reader = stream.getReader();
  let call: FirstStep["call"];
  let length = 0;
  try {
    while (call || length <= longestAnswer) {
      const { done, value: part } = await reader.read();
      if (done) break;
      if (part.type === "error") throw part.error;
      if (part.type === "tool-call") call ??= part;
      if (part.type === "text-delta") length += part.delta.length;
      if (part.type === "finish") return { ...(call && { call }), ...tokensOf(part.usage) };
    }
    return call ? { call } : {};
  } finally {
    // What still comes of a long answer is not waited for.
    void reader.cancel().catch(() => undefined);
  }
}

function tokensOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Pick<FirstStep, "tokens"> {
  return inputTokens.total === undefined ? {} : { tokens: inputTokens.total + (outputTokens.total ?? 0) };
}

function pickOf({ call }: FirstStep, host: ChatHost, skills: readonly Skill[]): FirstPick["pick"] {
  if (!call) return { kind: "answer" };
  const input = parsed(call.input);
  const offer = host.skillTool?.();
  // What hands out a skill only reads, so the harness itself can say whose instructions it would hand out.
  const handed = offer?.name === call.toolName ? offer.call(input, new Set()).skill?.name : undefined;
  const path = textField(input, "path");
  const name = handed ?? (path === undefined ? undefined : skillNameAt(path, host, skills));
  return name === undefined ? { kind: "tool", tool: call.toolName } : { kind: "skill", skill: name };
}

function skillNameAt(path: string, host: ChatHost, skills: readonly Skill[]): string | undefined {
  const target = resolveToolPath(reachOf(host), path);
  // A folder is asked for by its own name, a file by its path.
  return skillFileAt(`${target}/SKILL.md`, skills)?.skill.name;
}

function parsed(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return undefined;
  }
}

/** So much of a body tells it from every other text. */
const tellingLength = 200;

/**
 * Names of the skills whose instructions stand in the request already: a model that has them need not pick them, so
 * nothing can be measured. Looks at the very request that `firstPick` sends.
 */
export async function skillsInRequest(host: ChatHost, skills: readonly Skill[]): Promise<readonly string[]> {
  const { prompt, tools = [] } = await firstCall(host, "…", false);
  const said = plain(JSON.stringify([prompt, tools]));
  return skills.filter(({ location }) => bodyIsIn(said, host.files(), location)).map(({ name }) => name);
}

function bodyIsIn(said: string, files: Files, location: string): boolean {
  const text = readText(files, location) ?? "";
  const body = text.replace(/^---\r?\n[\s\S]*?\r?\n---[^\n]*/, "");
  const start = plain(JSON.stringify(body)).slice(0, tellingLength);
  return start.length > 20 && said.includes(start);
}

/** Without blanks and escapes, which differ by where a text stands. */
function plain(text: string): string {
  return text.replace(/\\[nrt]|[\s"\\]/g, "");
}
