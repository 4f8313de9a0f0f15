import { paced } from "#lib/async/slices.ts";
import { type ChatMessage, longestReason, type ModelLabel } from "#lib/chat/message.ts";
import { modelLabel } from "#lib/chat/model-choice.ts";
import { boundAnswer, dropCutCalls, withoutNullArguments } from "#lib/chat/models/bounded-answer.ts";
import type { LoadedModel, LoadModel } from "#lib/chat/models/load-model.ts";
import { modelFailure } from "#lib/chat/models/model-failure.ts";
import { wrapModel } from "#lib/chat/models/source.ts";
import { mostTries, type Pause, withTries } from "#lib/chat/models/with-tries.ts";
import type { ChatHost, Consents, Conversation, Holdup, Instructions } from "#lib/chat/session.ts";
import type { Failure } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { finishAnswer, restingStatus, settleMessages, withFailure } from "./settle-messages.ts";
import { streamTurn } from "./stream-turn.ts";

/** The turns of one conversation, at most one at a time. */
interface Turns {
  /** Gets `asked` answered. Resolves when the turn has ended in any way; never rejects. */
  run(asked: readonly ChatMessage[], options?: RunOptions): Promise<void>;
  /** Ends the running turn silently, so that the next step starts from settled messages. */
  interrupt(): void;
  /** Ends the running turn; what has come stays. */
  stop(): void;
  endHoldup(): void;
  isRunning(): boolean;
}

interface RunOptions {
  /** Whether this continues the turn that the last message belongs to. */
  readonly continues?: boolean;
  /** Whether that message was cut off. */
  readonly isCutOff?: boolean;
}

export interface TurnNeeds {
  readonly host: ChatHost;
  readonly store: ConversationStore;
  readonly loadModel: LoadModel;
  /** Grows with each call that the person allows. */
  readonly consents: Consents;
}

export function createTurns(needs: TurnNeeds): Turns {
  const { store } = needs;
  let running: AbortController | undefined;
  const holdups = createHoldups(store);
  const answer = createAnswering(needs, holdups);

  function finish(failure: Failure | undefined, isWhole: boolean): void {
    holdups.end();
    const isCut = failure?.code === "model-unfinished" && failure.why === "length";
    const settled = settleMessages(store.get().messages, isCut);
    const ended = isWhole ? finishAnswer(settled) : settled;
    const told = failure && { failed: failureParts(failure).what.slice(0, longestReason), failedAs: failure.code };
    const messages = withFailure(ended, told);
    store.set({ messages, status: failure ? { kind: "failed", failure } : restingStatus(messages) });
  }
  function interrupt(): void {
    running?.abort();
    running = undefined;
    holdups.end();
  }

  return {
    async run(messages, options = {}) {
      const asked = withFailure(messages);
      const turn = new AbortController();
      running = turn;
      store.set({ messages: asked, status: { kind: "waiting" } });
      const failure = await answer(turn.signal, asked, options);
      if (running !== turn) return;
      running = undefined;
      finish(failure, !failure);
    },
    interrupt,
    stop() {
      if (!running) return;
      interrupt();
      finish(undefined, false);
    },
    endHoldup: holdups.skip,
    isRunning: () => running !== undefined,
  };
}

/** Answers a conversation: the answer grows in the store; resolves to the reason where it is missing or incomplete. */
type Answering = (
  signal: AbortSignal,
  asked: readonly ChatMessage[],
  options: RunOptions,
) => Promise<Failure | undefined>;

function createAnswering({ host, store, loadModel, consents }: TurnNeeds, holdups: Holdups): Answering {
  /** Of the turn that runs or waits for a decision: a write changes them only for the next turn. */
  let instructions: Instructions | undefined;
  const answered = new Set<string>();

  return async (signal, asked, { continues = false, isCutOff = false }) => {
    if (!continues) instructions = undefined;
    try {
      const blocked = host.blocked?.();
      if (blocked) return blocked;
      const loaded = patient(await loadModel(host.models()), holdups, answered);
      if (signal.aborted) return undefined;
      instructions ??= host.instructions();
      holdups.listen();
      const turn = { host, loaded, instructions, ...startOf(asked, isCutOff, loaded.label), consents, signal };
      for await (const message of streamTurn(turn)) {
        holdups.listen();
        if (hasContent(message)) store.putSoon(message);
      }
      return undefined;
    } catch (caught) {
      return modelFailure(caught, modelLabel(host.models().choice).provider);
    }
  };
}

/**
 * What a turn starts from. A script cannot go on in the middle of a text: it writes its own again, from what was looked at, and leaves
 * another model's as it is.
 */
function startOf(messages: readonly ChatMessage[], isCutOff: boolean, { scripted }: ModelLabel) {
  if (!isCutOff || !scripted) return { messages, isCutOff };
  const index = messages.findLastIndex(({ role }) => role !== "system");
  const answer = messages[index];
  if (!answer?.metadata?.model?.scripted || answer.parts.at(-1)?.type !== "text") return { messages };
  return { messages: messages.with(index, { ...answer, parts: answer.parts.slice(0, -1) }) };
}

/** The model with bounded answers and retries. The demo needs neither. */
function patient(loaded: LoadedModel, holdups: Holdups, answered: Set<string>): LoadedModel {
  const { model, label } = loaded;
  if (label.scripted) return loaded;
  const whole = wrapModel(wrapModel(model, { read: withoutNullArguments }), { read: dropCutCalls });
  const bounded = wrapModel(whole, { read: () => boundAnswer(label.provider) });
  // The agent makes calls while it reads the stream, all in one task where they arrive together.
  const drawn = wrapModel(withTries(bounded, label.provider, holdups.pause, answered), { read: paced });
  return { ...loaded, model: drawn };
}

/** Whether an answer has anything visible: a step's beginning and a provider's bookkeeping do not count. */
function hasContent(message: ChatMessage): boolean {
  return message.parts.some((part) => part.type !== "step-start" && part.type !== "custom");
}

/** The holdups of a turn: each is shown in the conversation's status, and a person can end it. */
interface Holdups {
  /** Starts waiting for silence anew, because something has arrived or a wait begins now. */
  listen(): void;
  /** Resolves when the wait before a retry is over, by itself or through `skip`. Rejects when `signal` aborts. */
  pause(pause: Pause, signal: AbortSignal | undefined): Promise<void>;
  skip(): void;
  /** The turn is over. */
  end(): void;
}

/** Milliseconds of silence after which the person is asked whether to wait on. */
const longestSilence = 60_000;

function createHoldups(store: ConversationStore): Holdups {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let endPause: (() => void) | undefined;

  function show(holdup: Holdup | undefined): void {
    const { messages, status } = store.get();
    if (status.kind !== "waiting" && status.kind !== "streaming") return;
    if (status.holdup !== holdup) store.set({ messages, status: { kind: status.kind, holdup } });
  }
  function listen(): void {
    clearTimeout(timer);
    timer = setTimeout(() => show({ kind: "silence" }), longestSilence);
  }

  return {
    listen,
    async pause({ failure, wait, attempt }, signal) {
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
    skip() {
      if (endPause) endPause();
      else {
        show(undefined);
        listen();
      }
    },
    end() {
      clearTimeout(timer);
      endPause = undefined;
    },
  };
}

interface ConversationStore {
  get(): Conversation;
  /** Replaces the conversation and reports it at once. */
  set(conversation: Conversation): void;
  /** Adds a growing message or its next state, and reports it within a frame. */
  putSoon(message: ChatMessage): void;
}

/** A frame at 60 Hz. A timer rather than an animation frame: those stop in a hidden tab, where answers go on. */
const frame = 16;

/** Holds a conversation and reports its changes: a token every millisecond must not mean a render for each. */
export function createConversationStore(
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
