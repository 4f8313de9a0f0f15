import { modelLabel } from "#lib/chat/model-choice.ts";
import { loadModel } from "#lib/chat/models/load-model.ts";
import { createMeter, type Meter, type Spending } from "#lib/chat/models/metered.ts";
import type { Conversation, OutgoingMessage } from "#lib/chat/session.ts";
import { createChatSession } from "#lib/chat/turns/create-session.ts";
import { failureOf } from "#lib/failure.ts";
import { interpretLine } from "#lib/harness/invocation/interpret-line.ts";
import { profileById } from "#lib/harness/profiles.ts";
import {
  type Conditions,
  longestText,
  type Trial,
  type TrialEnd,
  type TrialRequest,
  type TrialRun,
  type TrialSide,
  type TrialWrite,
} from "#lib/state/experiments.ts";
import { invokedBy } from "#lib/workspace/conversation/chat-host.ts";
import { type CopyNeeds, copyHarness, type HarnessCopy } from "./copy-harness.ts";
import type { Experiments } from "./experiments.ts";
import { answerQuestions, whatCame } from "./what-came.ts";

export interface TrialNeeds extends CopyNeeds {
  readonly experiments: Experiments;
  readonly closed: AbortSignal;
}

export interface TrialOptions {
  /** The number of runs under each condition. */
  readonly runs: number;
  /** No further model call is made once this much is spent. */
  readonly budget: Spending;
  readonly signal: AbortSignal;
  readonly onProgress?: (trial: Trial, spent: Spending) => void;
}

/**
 * Runs a request under two conditions at once, as the first message of a new conversation. Each round runs both, so
 * that a trial which ends early has run both equally often. The workspace's conversation and files stay unchanged;
 * writes go into a copy, and nobody is asked: reads that need permission are denied. The results are saved with the
 * workspace. Never rejects for a reason outside the program: a failed run says why.
 */
export async function runTrial(
  needs: TrialNeeds,
  request: TrialRequest,
  conditions: readonly [Conditions, Conditions],
  options: TrialOptions,
): Promise<Trial> {
  const { runs, budget, onProgress } = options;
  const signal = AbortSignal.any([options.signal, needs.closed]);
  const meter = createMeter(budget);
  const at = Date.now();
  const done: TrialRun[][] = [[], []];
  const growing: (TrialRun | undefined)[] = [undefined, undefined];
  const sideAt = (index: 0 | 1): TrialSide => {
    const now = growing[index];
    return { ...describe(needs, conditions[index]), runs: [...(done[index] ?? []), ...(now ? [now] : [])] };
  };
  const attached = request.attachments.map(({ name }) => name);
  const head = { at, request: request.text, ...(attached.length > 0 && { attached }) };
  const trial = (): Trial => ({ ...head, sides: [sideAt(0), sideAt(1)] });

  async function runSide(index: 0 | 1): Promise<void> {
    const tell = (run: TrialRun) => {
      growing[index] = run;
      onProgress?.(trial(), { requests: meter.requests, tokens: meter.tokens });
    };
    const run = await runOnce({ needs, request, conditions: conditions[index], meter, signal, tell });
    growing[index] = undefined;
    done[index]?.push(run);
    onProgress?.(trial(), { requests: meter.requests, tokens: meter.tokens });
  }

  for (let round = 0; round < runs && !hasEnded(done, signal); round++) await Promise.all([runSide(0), runSide(1)]);
  needs.experiments.keepTrial(trial());
  return trial();
}

/** Whether another round would yield nothing. */
function hasEnded(done: readonly (readonly TrialRun[])[], { aborted }: AbortSignal): boolean {
  const last = done.flatMap((runs) => runs.at(-1)?.end ?? []);
  return aborted || last.some(({ kind }) => kind === "budget" || kind === "command");
}

function describe(needs: TrialNeeds, { profileId, choice, without }: Conditions): Omit<TrialSide, "runs"> {
  const { skills } = needs.harness.state().view.discovery;
  const { label, scripted } = modelLabel(choice);
  const name = skills.find(({ location }) => location === without)?.name;
  return {
    harness: profileById(profileId).label,
    model: label,
    scripted,
    ...(name !== undefined && { without: name }),
  };
}

interface OneRun {
  readonly needs: TrialNeeds;
  readonly request: TrialRequest;
  readonly conditions: Conditions;
  readonly meter: Meter;
  readonly signal: AbortSignal;
  readonly tell: (run: TrialRun) => void;
}

async function runOnce(one: OneRun): Promise<TrialRun> {
  const { needs, request, conditions, signal } = one;
  const copy = signal.aborted ? undefined : await copyHarness(needs, conditions, signal).catch(orStopped(signal));
  if (!copy) return { end: { kind: "stopped" }, ...nothingCame };
  const message = messageOf(copy, request);
  return message ? converse(one, copy, message) : { end: { kind: "command" }, ...nothingCame };
}

const nothingCame = { answer: "", steps: [], writes: [], requests: 0, usage: {}, milliseconds: 0 } as const;

function orStopped({ aborted }: AbortSignal) {
  return (caught: unknown) => {
    if (aborted || failureOf(caught)?.code === "cancelled") return undefined;
    throw caught;
  };
}

/** The message that the harness sends for a typed line; `undefined` for a command of its own. */
function messageOf({ profile, session }: HarnessCopy, request: TrialRequest): OutgoingMessage | undefined {
  const { text, attachments } = request;
  const result = interpretLine(profile, session(), text);
  if (result.kind === "command") return undefined;
  if (result.kind === "text") return { text, attachments };
  const { message, display } = result;
  return { text: message, typed: display, invoked: invokedBy(result), attachments };
}

async function converse(
  { meter, signal, tell }: OneRun,
  copy: HarnessCopy,
  message: OutgoingMessage,
): Promise<TrialRun> {
  const start = performance.now();
  const metered = meter.open();
  let conversation: Conversation = { messages: [], status: { kind: "ready" } };
  const run = (end: TrialEnd): TrialRun => ({
    end,
    ...whatCame(conversation.messages, copy.session().discovery.skills),
    writes: copy.writes().map(shortened),
    requests: metered.requests,
    milliseconds: Math.round(performance.now() - start),
  });
  const onChange = (changed: Conversation) => {
    conversation = changed;
    tell(run({ kind: "running" }));
  };
  const session = createChatSession({ host: copy.host, messages: [], onChange }, async (settings) => {
    const loaded = await loadModel(settings);
    return { ...loaded, model: metered.wrap(loaded.model) };
  });
  const stop = () => session.stop();
  signal.addEventListener("abort", stop, { once: true });
  await session.send(message);
  while (!signal.aborted && conversation.status.kind === "asking")
    await answerQuestions(session, conversation, copy.host);
  signal.removeEventListener("abort", stop);
  return run(metered.isRefused ? { kind: "budget" } : endOf(conversation));
}

function endOf({ status }: Conversation): TrialEnd {
  switch (status.kind) {
    case "failed":
      return { kind: "failed", failure: status.failure };
    case "ready":
      return { kind: "answered" };
    default:
      return { kind: "stopped" };
  }
}

function shortened({ path, before, after }: TrialWrite): TrialWrite {
  const cut = (text: string) => text.slice(0, longestText);
  return { path, after: cut(after), ...(before !== undefined && { before: cut(before) }) };
}
