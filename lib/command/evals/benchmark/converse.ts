import type { ModelChoice } from "#lib/chat/model-settings.ts";
import type { LoadedModel } from "#lib/chat/models/load-model.ts";
import { createMeter } from "#lib/chat/models/metered.ts";
import type { ChatHost, Conversation } from "#lib/chat/session.ts";
import { createChatSession } from "#lib/chat/turns/create-session.ts";
import type { Outcome } from "#lib/evals/grading/assertion.ts";
import type { Failure } from "#lib/failure.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { place } from "#lib/stage/place.ts";
import { overlaidTable } from "#lib/vfs/overlaid-table.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import { harnessHost } from "#lib/workspace/conversation/chat-host.ts";
import { copyWriting } from "#lib/workspace/experiments/copy-writing.ts";
import { answerQuestions, whatCame } from "#lib/workspace/experiments/what-came.ts";
import type { OpenedFolder } from "../../open-under.ts";

/** A file that a request is about; it is put into the working folder. */
export interface InputFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface Asking {
  readonly arm: OpenedFolder;
  readonly profile: Profile;
  readonly choice: ModelChoice;
  readonly loaded: LoadedModel;
  readonly request: string;
  readonly inputs: readonly InputFile[];
  /** Tokens left to spend. */
  readonly mostTokens: number;
  readonly signal: AbortSignal;
}

export interface Came extends Outcome {
  readonly tokens: number;
  readonly milliseconds: number;
  readonly toolCalls: number;
  readonly errors: number;
  /** Why the conversation did not finish; none of it counts then. */
  readonly failure?: Failure | "budget" | "stopped";
}

/** Most model calls in one conversation: more than an agent makes. */
const mostCalls = 100;

/** A conversation about one request over a copy of the arm's files: writes go to the copy only, and nothing is run. */
export async function converse(asking: Asking): Promise<Came> {
  const { arm, loaded, request, mostTokens, signal } = asking;
  const start = performance.now();
  const meter = createMeter({ requests: mostCalls, tokens: mostTokens });
  const metered = meter.open();
  const { host, written } = openCopy(asking);
  let conversation: Conversation = { messages: [], status: { kind: "ready" } };
  const onChange = (changed: Conversation) => {
    conversation = changed;
  };
  const model = { ...loaded, model: metered.wrap(loaded.model) };
  const session = createChatSession({ host, messages: [], onChange }, () => Promise.resolve(model));
  const stop = () => session.stop();
  signal.addEventListener("abort", stop, { once: true });
  await session.send({ text: request, attachments: [] });
  while (!signal.aborted && conversation.status.kind === "asking") await answerQuestions(session, conversation, host);
  signal.removeEventListener("abort", stop);
  const { answer, steps } = whatCame(conversation.messages, arm.view.discovery.skills);
  const failure = failureIn(conversation, metered.isRefused, signal.aborted);
  return {
    answer,
    skills: [...new Set(steps.flatMap(({ skill }) => skill ?? []))],
    files: written().map(({ path, after }) => ({ path: path.replace(`${place.cwd}/`, ""), text: after })),
    tokens: meter.tokens,
    milliseconds: Math.round(performance.now() - start),
    toolCalls: steps.length,
    errors: steps.filter(({ outcome }) => outcome !== "done").length,
    ...(failure && { failure }),
  };
}

function failureIn({ status }: Conversation, isRefused: boolean, isStopped: boolean): Came["failure"] {
  if (isStopped) return "stopped";
  if (isRefused) return "budget";
  return status.kind === "failed" ? status.failure : undefined;
}

function openCopy({ arm: { points, view }, profile, choice, inputs }: Asking) {
  const { files } = overlaidTable(points);
  for (const { path, bytes } of inputs) {
    const at = files.locate(joinPath(place.cwd, path), "follow");
    at?.volume.write(at.path, bytes);
  }
  const { discovery, states, whyOff, catalog } = view;
  const session: Session = { files, place, discovery, states, whyOff };
  // A skill that is written during a conversation is not loaded in it.
  const writing = copyWriting(
    profile,
    files,
    () => session,
    () => Promise.resolve(),
  );
  const host: ChatHost = {
    ...harnessHost({ profile: () => profile, session: () => session, catalog: () => catalog }, () => writing.tools),
    models: () => ({ choice, keys: {} }),
  };
  return { host, written: writing.writes };
}
