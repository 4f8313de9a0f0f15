import { testHost } from "#lib/chat/host-fixture.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { LoadModel } from "#lib/chat/models/load-model.ts";
import type { ChatHost, Conversation } from "#lib/chat/session.ts";
import { createChatSession } from "./create-session.ts";

export interface TestSessionOptions {
  readonly messages?: readonly ChatMessage[];
  readonly host?: ChatHost;
  /** Whether waits before a retry really happen; else each ends at once, as by a click on *Now*. */
  readonly waits?: boolean;
}

/** A session with everything that it has reported, for the tests of this folder. */
export function open(load: LoadModel, { messages = [], host = testHost(), waits = false }: TestSessionOptions = {}) {
  const seen: Conversation[] = [];
  const onChange = (conversation: Conversation) => {
    seen.push(conversation);
    if (!waits && isPaused(conversation)) setTimeout(() => session.endHoldup());
  };
  const session = createChatSession({ host, messages, onChange }, load);
  const last = () => seen.at(-1) ?? { messages, status: { kind: "ready" } };
  /** Resolves at the first report for which `fits` holds. */
  const until = async (fits: (conversation: Conversation) => boolean) => {
    while (!seen.some(fits)) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { session, seen, last, until };
}

export function isPaused({ status }: Conversation): boolean {
  return "holdup" in status && status.holdup?.kind === "pause";
}

export function textOf(message: ChatMessage | undefined): string {
  return (message?.parts ?? []).map((part) => (part.type === "text" ? part.text : "")).join("");
}

export function calls(message: ChatMessage | undefined) {
  return (message?.parts ?? []).flatMap((part) =>
    part.type.startsWith("tool-") && "toolCallId" in part ? [part] : [],
  );
}
