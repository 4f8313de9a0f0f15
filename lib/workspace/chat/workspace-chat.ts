import { connectFailure } from "#lib/chat/connect-origins.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { ChatHost, ChatSession, Conversation } from "#lib/chat/session.ts";
import type { Failure } from "#lib/failure.ts";
import { guard } from "#lib/harness/access/guard.ts";
import { interpretLine } from "#lib/harness/invocation/interpret-line.ts";
import type { LineResult } from "#lib/harness/vocabulary/commands.ts";
import { reloadsOn } from "#lib/harness/vocabulary/profile.ts";
import { type Core, currentProfile } from "#lib/workspace/core.ts";
import { writeFiles } from "#lib/workspace/files/write-files.ts";
import { refresh } from "#lib/workspace/refresh.ts";
import { place } from "#lib/workspace/tree/place.ts";
import { harnessReminder, skillToolOffer, writeToolOffers } from "./chat-host.ts";
import { harnessSession, keepStates } from "./skills-actions.ts";
import { systemPrompt } from "./system-prompt.ts";

/** The conversation of a workspace. The AI SDK is a lazy part: it arrives with the first line sent. */
export interface Talk {
  /** What the conversation gets from the workspace. */
  readonly host: ChatHost;
  session(): Promise<ChatSession>;
  /** The session if it was ever needed. */
  readonly open: ChatSession | undefined;
  /** Ends the session: the next one starts from the messages that the workspace then has. */
  restart(): void;
}

export function createTalk(core: Core): Talk {
  const host = chatHost(core);
  let loading: Promise<ChatSession> | undefined;
  let open: ChatSession | undefined;
  return {
    host,
    get open() {
      return open;
    },
    session() {
      loading ??= startSession(core, host).then((session) => {
        open = session;
        return session;
      });
      return loading;
    },
    restart() {
      open?.stop();
      open = undefined;
      loading = undefined;
    },
  };
}

async function startSession(core: Core, host: ChatHost): Promise<ChatSession> {
  const { createChatSession } = await import("#lib/chat/create-session.ts");
  return createChatSession({
    host,
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
  if (result.kind === "command") return runCommand(core, session, line, result);
  const { skill, message, display } = result;
  return session.send({ text: message, typed: display, invoked: { name: skill.name, location: skill.location } });
}

type Command = Extract<LineResult, { kind: "command" }>;

async function runCommand(core: Core, session: ChatSession, line: string, command: Command): Promise<void> {
  if (command.states) keepStates(core, command.states);
  await writeFiles(core, command.writes);
  if (command.newChat) await beginAnew(core, session);
  if (command.reload) await refresh(core, "load");
  session.addCommand(line, command.output);
}

/** Begins a new conversation, as the harness's own command for it does. */
export async function clearConversation(core: Core, talk: Talk): Promise<void> {
  await beginAnew(core, await talk.session());
}

async function beginAnew(core: Core, session: ChatSession): Promise<void> {
  session.clear();
  if (reloadsOn(currentProfile(core), "new-chat")) await refresh(core, "load");
}

function chatHost(core: Core): ChatHost {
  const catalog = () => core.store.getState().view.catalog;
  const session = () => harnessSession(core);
  return {
    files: () => core.store.getState().files,
    cwd: () => place.cwd,
    home: () => place.home,
    instructions: () => systemPrompt(currentProfile(core), catalog()),
    skillTool: () => skillToolOffer(currentProfile(core), catalog(), session),
    writeTools: () => writeToolOffers(core),
    reminder: (reminded) => harnessReminder(currentProfile(core), catalog(), reminded),
    guard: (path, operation) => guard(currentProfile(core), session(), path, operation),
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

function keep(core: Core, conversation: Conversation): void {
  core.store.setState({ conversation });
  // A half-streamed answer changes sixty times a second; what was said is kept at each pause.
  if (conversation.status.kind !== "streaming") void core.saver.saveConversation(plain(conversation.messages));
}

/** IndexedDB clones structures, and the SDK's messages may hold class instances that it cannot. */
function plain(messages: readonly ChatMessage[]): unknown {
  return JSON.parse(JSON.stringify(messages));
}
