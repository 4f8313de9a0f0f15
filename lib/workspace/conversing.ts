import { connectFailure } from "#lib/chat/connect-origins.ts";
import { assembleInstructions } from "#lib/chat/instructions.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { ChatHost, ChatSession, Conversation } from "#lib/chat/session.ts";
import type { Failure } from "#lib/failure.ts";
import { guard } from "#lib/harness/guard.ts";
import { interpretLine } from "#lib/harness/interpret-line.ts";
import { reloadsOn } from "#lib/harness/reload.ts";
import { type Core, currentProfile } from "./core.ts";
import { place } from "./place.ts";
import { refresh } from "./refresh.ts";
import { harnessSession, keepStates } from "./skills-actions.ts";
import { writeFiles } from "./write-files.ts";

/** The conversation of a workspace. The AI SDK is a lazy part: it arrives with the first line sent. */
export interface Talk {
  session(): Promise<ChatSession>;
  /** The session if it was ever needed. */
  readonly open: ChatSession | undefined;
}

export function createTalk(core: Core): Talk {
  let loading: Promise<ChatSession> | undefined;
  let open: ChatSession | undefined;
  return {
    get open() {
      return open;
    },
    session() {
      loading ??= startSession(core).then((session) => {
        open = session;
        return session;
      });
      return loading;
    },
  };
}

async function startSession(core: Core): Promise<ChatSession> {
  const { createChatSession } = await import("#lib/chat/create-session.ts");
  return createChatSession({
    host: chatHost(core),
    messages: core.store.getState().conversation.messages,
    onChange: (conversation) => keep(core, conversation),
  });
}

/** Does with a typed line what the harness does: runs it as a command, invokes a skill, or sends it. */
export async function submitLine(core: Core, talk: Talk, line: string): Promise<void> {
  core.store.setState({ draft: "" });
  const session = await talk.session();
  const profile = currentProfile(core);
  if (reloadsOn(profile, "message")) await refresh(core, "load");
  const result = interpretLine(profile, harnessSession(core), line);
  if (result.kind === "text") return session.send({ text: line });
  if (result.kind === "invocation") {
    const { skill, message } = result;
    return session.send({ text: message, typed: line, invoked: { name: skill.name, location: skill.location } });
  }
  if (result.states) keepStates(core, result.states);
  await writeFiles(core, result.writes);
  if (result.reload) await refresh(core, "load");
  session.addCommand(line, result.output);
}

function chatHost(core: Core): ChatHost {
  return {
    files: () => core.store.getState().files,
    cwd: () => place.cwd,
    home: () => place.home,
    instructions: () => currentInstructions(core),
    guard: (path, operation) => guard(currentProfile(core), harnessSession(core), path, operation),
    models: () => core.store.getState().models,
    blocked: () => blockedModel(core),
  };
}

/** Only a base URL that a person typed can lie beyond the page's policy. */
function blockedModel(core: Core): Failure | undefined {
  const { models, serverOrigins } = core.store.getState();
  const { choice } = models;
  return choice.kind === "openai-compatible"
    ? connectFailure(choice.baseUrl, location.origin, serverOrigins)
    : undefined;
}

/** The system prompt as it would be sent now. */
function currentInstructions(core: Core): string {
  const { view } = core.store.getState();
  return assembleInstructions({ harness: currentProfile(core).label, ...place, catalog: view.catalog });
}

function keep(core: Core, conversation: Conversation): void {
  core.store.setState({ conversation });
  // A half-streamed answer changes sixty times a second; what was said is kept at each pause.
  if (conversation.status.kind !== "streaming") void core.saver.saveConversation(plain(conversation.messages));
}

/** IndexedDB clones structures, and the SDK's messages may hold class instances that it cannot. */
function plain(messages: readonly ChatMessage[]): unknown {
  return JSON.parse(JSON.stringify(messages));
}
