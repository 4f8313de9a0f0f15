import "./zod-jitless.ts";
import { generateId } from "ai";
import type { Failure } from "#lib/failure.ts";
import { lastReminded, type RemindingMessage, withReminder } from "./instructions.ts";
import type { ChatMessage, MessagePart } from "./message.ts";
import { modelLabel } from "./model-settings.ts";
import { boundAnswer, dropCutCalls } from "./models/bounded-answer.ts";
import { type LoadModel, loadModel as loadChosenModel } from "./models/load-model.ts";
import { modelFailure } from "./models/model-failure.ts";
import { wrapModel } from "./models/source.ts";
import { mostTries, type Pause, withTries } from "./models/with-tries.ts";
import type { ChatHost, ChatSession, ChatSessionOptions, Conversation, Holdup, Instructions } from "./session.ts";
import {
  beforeProceeding,
  dismissQuestions,
  finishAnswer,
  isQuestion,
  restingStatus,
  settleMessages,
} from "./settle-messages.ts";
import { streamTurn } from "./stream-turn.ts";
import { markLeftOut, resultsToLeaveOut } from "./trim-results.ts";

/**
 * A conversation that runs here, in the page: the loop, the tools and the files. Restored messages go on
 * where they stood, with whatever was cut off marked as interrupted.
 */
export function createChatSession(
  { host, messages: restored, onChange }: ChatSessionOptions,
  loadModel: LoadModel = loadChosenModel,
): ChatSession {
  const settled = settleMessages(restored);
  const store = createConversationStore({ messages: settled, status: restingStatus(settled) }, onChange);
  const turns = createTurns(host, store, loadModel);
  const messages = () => store.get().messages;

  async function retry(): Promise<void> {
    turns.interrupt();
    const asked = beforeAnswer(messages());
    if (asked) await turns.run(asked);
  }

  async function proceed(from: readonly ChatMessage[]): Promise<void> {
    turns.interrupt();
    const cutOff = beforeProceeding(from);
    if (!cutOff) return retry();
    await turns.run(cutOff, { continues: true, isCutOff: true });
  }

  return {
    async send(message) {
      turns.interrupt();
      const before = dismissQuestions(messages());
      const reminded = host.remind?.(message.text, lastReminded(before));
      await turns.run([...before, userMessage(withReminder(message, reminded))]);
    },
    stop: () => turns.stop(),
    retry,
    proceed: () => proceed(messages()),
    async proceedTrimmed() {
      turns.interrupt();
      const leftOut = resultsToLeaveOut(messages());
      if (leftOut) store.set({ ...store.get(), messages: markLeftOut(messages(), leftOut) });
      await proceed(messages());
    },
    endHoldup: () => turns.endHoldup(),
    async approve(toolCallId, approved, reason) {
      if (turns.isRunning()) return;
      const answered = answerQuestion(messages(), toolCallId, approved ? undefined : denialText(reason));
      if (!answered) return;
      const status = restingStatus(answered);
      if (status.kind === "asking") store.set({ messages: answered, status });
      else await turns.run(answered, { continues: true });
    },
    addCommand(data) {
      const command: ChatMessage = {
        id: generateId(),
        role: "system",
        parts: [{ type: "data-command", data }],
        metadata: { createdAt: Date.now() },
      };
      store.set({ messages: [...messages(), command], status: store.get().status });
    },
    clear() {
      turns.interrupt();
      store.set({ messages: [], status: { kind: "ready" } });
    },
  };
}

interface RunOptions {
  /** Whether the turn goes on that the last message is part of. */
  readonly continues?: boolean;
  /** Whether that message was cut off. */
  readonly isCutOff?: boolean;
}

/** The turns of one conversation, at most one at a time. */
function createTurns(host: ChatHost, store: ConversationStore, loadModel: LoadModel) {
  let running: AbortController | undefined;
  const holdups = createHoldups(store);

  /** Of the turn that runs or waits for an answer: what a write changes in it counts from the next one on. */
  let instructions: Instructions | undefined;

  async function run(asked: readonly ChatMessage[], options: RunOptions = {}): Promise<void> {
    if (!options.continues) instructions = undefined;
    const turn = new AbortController();
    running = turn;
    store.set({ messages: asked, status: { kind: "waiting" } });
    const failure = await answer(turn, asked, options);
    if (running !== turn) return;
    running = undefined;
    finish(failure, !failure);
  }

  async function answer(
    { signal }: AbortController,
    asked: readonly ChatMessage[],
    { isCutOff = false }: RunOptions,
  ): Promise<Failure | undefined> {
    try {
      const blocked = host.blocked?.();
      if (blocked) return blocked;
      const { model, label } = await loadModel(host.models());
      if (signal.aborted) return undefined;
      instructions ??= host.instructions();
      const { provider } = label;
      const whole = wrapModel(model, { read: dropCutCalls });
      const bounded = wrapModel(whole, { read: () => boundAnswer(provider) });
      const patient = label.scripted ? model : withTries(bounded, provider, holdups.pause);
      const turn = { host, loaded: { model: patient, label }, instructions, messages: asked, isCutOff, signal };
      holdups.listen();
      for await (const message of streamTurn(turn)) {
        holdups.listen();
        if (hasContent(message)) store.putSoon(message);
      }
      return undefined;
    } catch (caught) {
      return modelFailure(caught, modelLabel(host.models().choice).provider);
    }
  }

  function finish(failure: Failure | undefined, isWhole: boolean): void {
    holdups.end();
    const isCut = failure?.code === "model-unfinished" && failure.why === "length";
    const settled = settleMessages(store.get().messages, isCut);
    const messages = isWhole ? finishAnswer(settled) : settled;
    store.set({ messages, status: failure ? { kind: "failed", failure } : restingStatus(messages) });
  }

  /** Ends the running turn, so that the next step starts from settled messages. */
  function interrupt(): void {
    running?.abort();
    running = undefined;
    holdups.end();
  }

  return {
    run,
    interrupt,
    endHoldup: holdups.skip,
    isRunning: () => running !== undefined,
    stop() {
      if (!running) return;
      interrupt();
      finish(undefined, false);
    },
  };
}

/** How long a provider may say nothing until the person is asked whether to wait on, in milliseconds. */
const longestSilence = 60_000;

/** What holds a turn up: it is told, and a person can end it. */
function createHoldups(store: ConversationStore) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let endPause: (() => void) | undefined;

  function show(holdup: Holdup | undefined): void {
    const { messages, status } = store.get();
    if (status.kind !== "waiting" && status.kind !== "streaming") return;
    if (status.holdup !== holdup) store.set({ messages, status: { kind: status.kind, holdup } });
  }

  /** Something has come, or nothing is to be waited for any longer than from now on. */
  function listen(): void {
    clearTimeout(timer);
    timer = setTimeout(() => show({ kind: "silence" }), longestSilence);
  }

  return {
    listen,
    async pause({ failure, wait, attempt }: Pause, signal: AbortSignal | undefined): Promise<void> {
      clearTimeout(timer);
      show({ kind: "pause", failure, at: Date.now() + wait, attempt, of: mostTries });
      await new Promise<void>((resolve, reject) => {
        const over = setTimeout(resolve, wait);
        endPause = resolve;
        const abort = () => {
          clearTimeout(over);
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", abort, { once: true });
      });
      endPause = undefined;
      show(undefined);
      listen();
    },
    skip(): void {
      if (endPause) endPause();
      else {
        show(undefined);
        listen();
      }
    },
    end(): void {
      clearTimeout(timer);
      endPause = undefined;
    },
  };
}

function userMessage({ text, attachments = [], ...metadata }: RemindingMessage): ChatMessage {
  return {
    id: generateId(),
    role: "user",
    parts: [...attachments.map((data) => ({ type: "data-attachment" as const, data })), { type: "text", text }],
    metadata: { createdAt: Date.now(), ...metadata },
  };
}

/** Whether anything of an answer can be seen: a step's beginning and a provider's bookkeeping cannot. */
function hasContent(message: ChatMessage): boolean {
  return message.parts.some((part) => part.type !== "step-start" && part.type !== "custom");
}

/** The conversation up to the last user message, with harness commands that ran since; `undefined` when there is none. */
function beforeAnswer(messages: readonly ChatMessage[]): ChatMessage[] | undefined {
  const last = messages.findLastIndex((message) => message.role === "user");
  if (last === -1) return undefined;
  return messages.filter((message, index) => index <= last || message.role === "system");
}

/** Characters of a reason that are passed on. */
const longestReason = 2000;

/** What the model reads of a denial. */
function denialText(reason = ""): string {
  const said = reason.trim().slice(0, longestReason);
  return said === "" ? "The person did not allow this." : `The person did not allow this. They say: ${said}`;
}

/** The messages with the question about `toolCallId` answered, with why not where it is denied; `undefined` when nothing asks it. */
function answerQuestion(messages: readonly ChatMessage[], toolCallId: string, denial: string | undefined) {
  const index = messages.findLastIndex((message) =>
    message.parts.some((part) => isQuestion(part) && part.toolCallId === toolCallId),
  );
  const message = messages[index];
  if (!message) return undefined;
  const answer = denial === undefined ? { approved: true } : { approved: false, reason: denial };
  const parts = message.parts.map(
    (part): MessagePart =>
      isQuestion(part) && part.toolCallId === toolCallId
        ? { ...part, state: "approval-responded", approval: { ...part.approval, ...answer } }
        : part,
  );
  return messages.with(index, { ...message, parts });
}

export interface ConversationStore {
  get(): Conversation;
  /** Replaces the conversation and reports it at once. */
  set(conversation: Conversation): void;
  /** Adds a growing message, or its next state, and reports it within a frame. */
  putSoon(message: ChatMessage): void;
}

/** A frame at 60 Hz. A timer rather than an animation frame: those stop in a hidden tab, where answers go on. */
const frame = 16;

/** Holds a conversation and reports its changes: a token each millisecond must not mean a render each. */
function createConversationStore(
  initial: Conversation,
  onChange: (conversation: Conversation) => void,
): ConversationStore {
  let conversation = initial;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    clearTimeout(timer);
    timer = undefined;
    onChange(conversation);
  }

  return {
    get: () => conversation,
    set(next) {
      conversation = next;
      tell();
    },
    putSoon(message) {
      conversation = { messages: withMessage(conversation.messages, message), status: { kind: "streaming" } };
      timer ??= setTimeout(tell, frame);
    },
  };
}

function withMessage(messages: readonly ChatMessage[], message: ChatMessage): ChatMessage[] {
  const index = messages.findLastIndex(({ id }) => id === message.id);
  return index === -1 ? [...messages, message] : messages.with(index, message);
}
