import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { inSlices } from "#lib/async/slices.ts";
import { FailureError } from "#lib/failure.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { parseJson } from "#lib/plain-json.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import type { ChatMessage } from "./message.ts";
import type { LoadedModel } from "./models/load-model.ts";
import { modelFailure } from "./models/model-failure.ts";
import { skillFileAt } from "./reads.ts";
import { reminderMark } from "./reminder-mark.ts";
import { takeDown } from "./request.ts";
import { type RequestPiece, requestTokens } from "./request-pieces.ts";
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

export interface PickerOptions {
  /** Called once: the host's view of the harness must not change while requests are measured. */
  readonly host: ChatHost;
  readonly loaded: LoadedModel;
  /** The skills that the harness has loaded. */
  readonly skills: readonly Skill[];
}

/**
 * Sends one request as a person would type it.
 * @throws FailureError, or the signal's reason
 */
export type FirstPicker = (request: string, signal: AbortSignal) => Promise<FirstPick>;

/** Characters of an answer after which a tool call is no longer waited for. */
const longestAnswer = 4000;

/**
 * Creates a picker that sends each request as the first message of a conversation, exactly as the chat would, and looks
 * at the first tool that the model calls. No tool runs: the call alone says what the model wants.
 */
export function firstPicker({ host, loaded, skills }: PickerOptions): FirstPicker {
  const { model, label } = loaded;
  // Shared by all requests, which differ only in the person's words: the rest may be megabytes.
  let taken: Promise<TakenCall> | undefined;
  return async (request, signal) => {
    taken ??= takeFirstCall(host, label.scripted);
    const { callFor, tokens } = await taken;
    try {
      const { stream } = await model.doStream({ ...callFor(request), abortSignal: signal });
      const step = await readStep(stream);
      signal.throwIfAborted();
      return { pick: pickOf(step, host, skills), tokens: step.tokens ?? tokens + sampleTokens(request) };
    } catch (caught) {
      signal.throwIfAborted();
      throw new FailureError(modelFailure(caught, label.provider), { cause: caught });
    }
  };
}

interface TakenCall {
  /** The call with these words as the person's message. */
  callFor(request: string): LanguageModelV4CallOptions;
  /** Estimated tokens of the request without the person's words. */
  readonly tokens: number;
}

async function takeFirstCall(host: ChatHost, ownNames: boolean): Promise<TakenCall> {
  const messageFor = (request: string): LanguageModelV4Message => {
    const reminded = host.remind?.({ text: request }, undefined);
    const content = [{ type: "text" as const, text: reminded?.text ?? request }];
    return { role: "user", content, ...(reminded && ownNames && { providerOptions: reminderMark(reminded) }) };
  };
  const text = host.remind?.({ text: "…" }, undefined)?.text ?? "…";
  const message: ChatMessage = { id: "request", role: "user", parts: [{ type: "text", text }] };
  const call = await takeDown(host, [message], ownNames);
  const before = call.prompt.slice(0, -1);
  return {
    callFor: (request) => ({ ...call, prompt: [...before, messageFor(request)] }),
    tokens: requestTokens(call),
  };
}

interface FirstStep {
  readonly call?: { readonly toolName: string; readonly input: string };
  readonly tokens?: number;
}

/** Reads up to the first call and on to the end of the step, which reports the cost. Stops early in a long answer. */
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
    // The rest of a long answer is not awaited.
    void reader.cancel().catch(() => undefined);
  }
}

function tokensOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Pick<FirstStep, "tokens"> {
  return inputTokens.total === undefined ? {} : { tokens: inputTokens.total + (outputTokens.total ?? 0) };
}

function pickOf({ call }: FirstStep, host: ChatHost, skills: readonly Skill[]): FirstPick["pick"] {
  if (!call) return { kind: "answer" };
  const input = parseJson(call.input);
  const offer = host.skillTool?.();
  // A skill tool only reads, so the harness itself can say whose instructions it would hand out.
  const handed =
    offer?.name === call.toolName
      ? offer.call(input, { names: new Set(), versions: new Map(), said: "", touched: [] }).skill?.name
      : undefined;
  const path = textField(input, "path");
  const name = handed ?? (path === undefined ? undefined : skillNameAt(path, host, skills));
  return name === undefined ? { kind: "tool", tool: call.toolName } : { kind: "skill", skill: name };
}

function skillNameAt(path: string, host: ChatHost, skills: readonly Skill[]): string | undefined {
  const target = resolveToolPath(reachOf(host), path);
  // A skill's folder is requested by its own path, a file by its path.
  return skillFileAt(`${target}/SKILL.md`, skills)?.skill.name;
}

/**
 * Characters of a body that are compared: enough to tell it from every other text. Below: characters of it that are
 * read to get as many without blanks, quotes and escapes.
 */
const tellingLength = 200;
const lookedAt = 4000;
/** Characters that are compared in one slice. */
const chunkLength = 100_000;

/**
 * The names of the skills whose instructions are already in a request (`draftRequest`): a model that has them need not
 * pick them, so nothing can be measured. Runs in slices.
 * @throws FailureError `cancelled` when aborted
 */
export function skillsInRequest(
  request: readonly RequestPiece[],
  files: Files,
  skills: readonly Skill[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  return inSlices(namesIn(request, files, skills), signal ? { signal } : {});
}

function* namesIn(request: readonly RequestPiece[], files: Files, skills: readonly Skill[]) {
  let said = "";
  for (const { text } of request) {
    for (let at = 0; at < text.length; at += chunkLength) {
      said += plain(text.slice(at, at + chunkLength));
      yield;
    }
  }
  const inside: string[] = [];
  for (const { name, location } of skills) {
    const start = bodyStart(readText(files, location) ?? "");
    if (start.length > 20 && said.includes(start)) inside.push(name);
    yield;
  }
  return inside;
}

function bodyStart(text: string): string {
  const body = text.replace(/^---\r?\n[\s\S]*?\r?\n---[^\n]*/, "");
  return plain(body.slice(0, lookedAt)).slice(0, tellingLength);
}

/** The text without blanks, quotes and escapes, which differ with the place where a text is embedded. */
function plain(text: string): string {
  return text.replace(/[\s"\\]+/g, "");
}
