import "#lib/zod-jitless.ts";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { convertToModelMessages, isStepCount, type ModelMessage, type SystemModelMessage, streamText, tool } from "ai";
import { defaultWindow } from "#lib/harness/vocabulary/catalog.ts";
import { basename } from "#lib/vfs/paths.ts";
import {
  answeredBy,
  type ChatMessage,
  isSameModel,
  type LeftOut,
  type MessagePart,
  type ModelLabel,
  type ReadFileOutput,
  type SentReminder,
} from "./message.ts";
import { sightOf, windowOf } from "./model-choice.ts";
import { reminderMark } from "./reminder-mark.ts";
import { repairCall } from "./repair-call.ts";
import type { ChatHost, Consents, Instructions } from "./session.ts";
import { attachedContent } from "./shown/attached-content.ts";
import { withLiftedFiles } from "./shown/lift-files.ts";
import { shownFile } from "./shown/shown-file.ts";
import { base64Of } from "./shown/sight.ts";
import { textField } from "./tool-call.ts";
import { type CallDecisions, createCallDecisions } from "./tools/decisions.ts";
import { describeRead } from "./tools/describe-output.ts";
import { executeGrep } from "./tools/grep.ts";
import { earlierTools, harnessTools } from "./tools/harness-tools.ts";
import { reachOf } from "./tools/reach.ts";
import { executeListFiles, executeReadFile } from "./tools/read-tools.ts";
import { chatTools } from "./tools/tools.ts";
import { leftOutCalls, resultsOverWindow, withoutResults } from "./trim-results.ts";

/** The most steps (model calls with their tool calls) of one turn. */
export const maxSteps = 12;

export interface AgentOptions {
  readonly host: ChatHost;
  readonly model: LanguageModelV4;
  /** The instructions for the whole turn. */
  readonly instructions: Instructions;
  /** The conversation so far; some harnesses hand out each skill only once, so tools need to know it. */
  readonly messages: readonly ChatMessage[];
  /** The answering model. It is not sent what other models signed in earlier answers. */
  readonly label?: ModelLabel;
  /** Whether the last message is an answer that was cut off and is to be continued. */
  readonly isCutOff?: boolean;
  /** The calls that the person has allowed; none when absent. */
  readonly consents?: Consents;
  /** Receives the error that a model call threw. */
  readonly onError: (error: unknown) => void;
  /**
   * Called before the first step that no longer sends some results of earlier calls because the window is nearly full.
   */
  readonly onLeftOut?: (leftOut: LeftOut) => void;
}

/** Tells a model to continue an answer that was cut off. Never shown and not kept. */
const goOn = "Your answer was cut off here. Go on exactly where it stopped, and do not repeat what is done.";

/**
 * The one agent: the same loop, tools, stop rule and approval rule for every model. A call whose path the harness
 * leaves `pending` waits for the person. A call that writes or runs something does too, unless the person has allowed
 * such calls. A denied call gets the tool's refusal as its result, so that the model reads why.
 */
function agentSettings({ host, model, instructions, messages, consents, onError, onLeftOut }: AgentOptions) {
  const decisions = createCallDecisions(host, messages, consents);
  const offered: BoundTools = { ...bindTools(host, decisions), ...harnessTools(host, messages, decisions) };
  const tools: BoundTools = { ...earlierTools(messages), ...offered };
  return {
    model: withLiftedFiles(model),
    instructions: systemMessages(instructions),
    tools,
    activeTools: Object.keys(offered) as (keyof BoundTools)[],
    stopWhen: isStepCount(maxSteps),
    toolApproval: ({ toolCall }) => {
      const asking = askingOf(toolCall, host, decisions);
      return asking && { type: "user-approval", reason: asking.reason };
    },
    // Retries are made where the person sees them and can end the wait (`models/with-tries.ts`).
    maxRetries: 0,
    repairToolCall: async ({ toolCall, error }) => repairCall({ toolCall, tools: Object.keys(offered), error }),
    prepareStep: ({ messages: sent }) => {
      const leftOut = resultsOverWindow(
        instructions.system + (instructions.developer ?? ""),
        sent,
        windowOf(host.models()) ?? defaultWindow,
      );
      if (!leftOut) return undefined;
      onLeftOut?.(leftOut);
      return { messages: withoutResults(sent, new Set(leftOut.calls)) };
    },
    onError: ({ error }) => onError(error),
  } satisfies Omit<Parameters<typeof streamText<BoundTools>>[0], "messages" | "prompt">;
}

/** The question that the person must answer before a call runs; `undefined` where there is none. */
function askingOf({ toolCallId, toolName, input, dynamic }: AskedCall, host: ChatHost, decisions: CallDecisions) {
  const writer = host.writeTools?.().find(({ name }) => name === toolName);
  if (writer) return decisions.decideWrite(toolCallId, input, writer);
  const runner = host.runTool?.();
  if (runner?.name === toolName) return decisions.decideRun(toolCallId, input, runner);
  return dynamic ? undefined : decisions.decideRead(toolCallId, textField(input, "path") ?? ".");
}

interface AskedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly dynamic?: boolean | undefined;
}

/** Providers that know the role `developer` get both texts in it, since a model takes only one of the two roles. */
function systemMessages({ system, developer }: Instructions): SystemModelMessage[] {
  return [system, ...(developer === undefined ? [] : [developer])].map((content) => ({ role: "system", content }));
}

/**
 * Sends a conversation. This is the only place where it becomes a request, whether for a provider or for display.
 * Harness commands in it are not sent.
 */
export async function askAgent(options: AgentOptions, signal?: AbortSignal) {
  const settings = agentSettings(options);
  const spoken = options.messages.filter((message) => message.role !== "system");
  const messages = await toModelMessages(spoken, settings.tools, options);
  if (options.isCutOff) messages.push({ role: "user", content: goOn });
  // The SDK's class of an agent does no more, and brings what answers without streaming: 22 KB that nothing here calls.
  const result = streamText({ ...settings, messages, ...(signal && { abortSignal: signal }) });
  return { result, tools: settings.tools, spoken };
}

export type BoundTools = ReturnType<typeof bindTools>;

/** The tools with executors. Each call works on the host's files as they are at that time. */
export function bindTools(host: ChatHost, decisions: CallDecisions = createCallDecisions(host, [])) {
  const { read_file, list_files, grep } = chatTools;
  const reachOfCall = ({ toolCallId }: { readonly toolCallId: string }) => {
    decisions.requireLeave(toolCallId);
    return reachOf(host);
  };
  return {
    read_file: tool({
      ...read_file,
      execute: async (input, call) => {
        const output = await executeReadFile(input, reachOfCall(call), call.abortSignal);
        if (output.version !== undefined) decisions.seen.set(output.path, output.version);
        const news = decisions.news();
        return news === undefined ? output : { ...output, news };
      },
      toModelOutput: ({ input, output }) =>
        output.shown === undefined ? { type: "text", value: describeRead(input, output) } : fileOutput(host, output),
    }),
    list_files: tool({ ...list_files, execute: (input, call) => executeListFiles(input, reachOfCall(call)) }),
    grep: tool({ ...grep, execute: (input, call) => executeGrep(input, reachOfCall(call), call.abortSignal) }),
  };
}

/** A picture or a PDF as a tool's answer. */
function fileOutput(host: ChatHost, output: ReadFileOutput) {
  const { text, file } = shownFile(host, output);
  if (!file) return { type: "text" as const, value: text };
  const data = { type: "data" as const, data: base64Of(file.content) };
  return {
    type: "content" as const,
    value: [
      { type: "text" as const, text },
      { type: "file" as const, mediaType: file.type, filename: basename(output.path), data },
    ],
  };
}

/**
 * The messages as the model gets them: without harness commands, empty texts (providers refuse them), one provider's
 * bookkeeping (`custom`) and results that were left out. Reasoning and signatures are sent only to the model that wrote
 * them: other models cannot use them, and some refuse them.
 */
async function toModelMessages(
  messages: readonly ChatMessage[],
  tools: BoundTools,
  { host, label }: Pick<AgentOptions, "host" | "label">,
): Promise<ModelMessage[]> {
  const sight = sightOf(host.models());
  const sent = messages
    .filter((message) => message.role !== "system")
    .map((message) => (isBy(message, label) ? message : withoutSeals(message)))
    .map((message) => ({ ...message, parts: message.parts.filter((part) => isSent(part, message)) }))
    .filter((message) => message.parts.some((part) => part.type !== "step-start"));
  const converted = await convertToModelMessages<ChatMessage>(sent, {
    tools,
    convertDataPart: (part) => (part.type === "data-attachment" ? attachedContent(part.data, sight) : undefined),
  });
  return withoutResults(label?.scripted ? withMarks(converted, sent) : converted, leftOutCalls(messages));
}

/** The messages with their reminders marked. A person's message stays one message, so that they can be counted off. */
function withMarks(converted: readonly ModelMessage[], sent: readonly ChatMessage[]): ModelMessage[] {
  const spoken = sent.filter(({ role }) => role === "user").values();
  let before: SentReminder | undefined;
  return converted.map((message) => {
    const reminder = message.role === "user" ? spoken.next().value?.metadata?.reminder : undefined;
    if (!reminder) return message;
    const providerOptions = reminderMark(reminder, before);
    before = reminder;
    return { ...message, providerOptions };
  });
}

function isBy(message: ChatMessage, label: ModelLabel | undefined): boolean {
  return message.role !== "assistant" || !label || answeredBy(message).every((by) => isSameModel(by, label));
}

function withoutSeals(message: ChatMessage): ChatMessage {
  const parts = message.parts.flatMap((part): MessagePart[] => {
    if (part.type === "reasoning") return [];
    const { providerMetadata: _, callProviderMetadata: __, resultProviderMetadata: ___, ...plain } = part as Sealed;
    return [plain as MessagePart];
  });
  return { ...message, parts };
}

type Sealed = MessagePart & {
  providerMetadata?: unknown;
  callProviderMetadata?: unknown;
  resultProviderMetadata?: unknown;
};

function isSent(part: MessagePart, { role }: Pick<ChatMessage, "role">): boolean {
  if (part.type === "text") return part.text !== "" || isSealed(part);
  // The SDK fetches the URL of a file part, whoever wrote that URL into the conversation.
  if (part.type === "file" || part.type === "reasoning-file") return part.url.startsWith("data:");
  if (part.type === "data-attachment") return role === "user";
  return part.type !== "data-command" && part.type !== "data-trim" && part.type !== "custom";
}

/** Google also puts a thought's signature on an empty text. */
function isSealed({ providerMetadata }: Extract<MessagePart, { type: "text" }>): boolean {
  return providerMetadata?.google?.thoughtSignature !== undefined;
}
