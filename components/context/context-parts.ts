import { useMemo } from "react";
import { stepOf } from "#components/transcript/steps.ts";
import type { TierNumber } from "#components/ui/tier.tsx";
import { useChatHost, useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { RequestPiece } from "#lib/chat/request-pieces.ts";
import { sketchRequest } from "#lib/chat/sketch-request.ts";
import { toolCallOf } from "#lib/chat/tool-call.ts";
import { leftOutText } from "#lib/chat/trim-results.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import type { FeatureOff } from "#lib/harness/vocabulary/states.ts";
import { useSteadyMessages } from "./steady-messages.ts";

/** Where a token of the context comes from: the three tiers, and what is sent even without any skill. */
export type PartKind = "system" | "tools" | "catalog" | "skills" | "resources" | "rest";

/** A text of the request, and its kind. */
export interface ContextPart {
  readonly kind: PartKind;
  readonly text: string;
  /** The catalog inside this text, verbatim; that part counts as catalog. */
  readonly catalog?: string;
}

export interface ContextInput {
  /** Why the harness offers no skills; with `ended`, it sends nothing at all. */
  readonly whyOff?: FeatureOff | undefined;
  readonly request: readonly RequestPiece[];
  readonly catalog: Catalog;
  readonly messages: readonly ChatMessage[];
  readonly skills: readonly Skill[];
}

/**
 * All pieces of the next request, by kind; together they are the whole request. A catalog that is sent with messages counts once per
 * message that carries it.
 */
export function contextParts(input: ContextInput): readonly ContextPart[] {
  const { whyOff, request, catalog, messages, skills } = input;
  if (whyOff?.kind === "ended") return [];
  const tiers = tiersOf(messages, skills);
  const reminders = new Map(messages.map(({ id, metadata }) => [id, metadata?.reminder?.catalog]));
  return request.map((piece) => {
    const sent = isTold(piece) ? catalog.text : piece.role === "user" && reminders.get(piece.messageId ?? "");
    const holdsIt = sent && piece.text.includes(sent);
    return { kind: kindOf(piece, tiers), text: piece.text, ...(holdsIt && { catalog: sent }) };
  });
}

/** Whether the harness sends this piece with every request. */
function isTold({ role }: RequestPiece): boolean {
  return role === "system" || role === "developer" || role === "tool" || role === "reminder";
}

function kindOf({ role, messageId, callId, text }: RequestPiece, tiers: ReadonlyMap<string, TierNumber>): PartKind {
  if (role === "system" || role === "developer") return "system";
  if (role === "tool") return "tools";
  const isTiered = role === "user" || (role === "tool result" && text !== leftOutText);
  const tier = isTiered ? tiers.get(messageId ?? callId ?? "") : undefined;
  return tier === 2 ? "skills" : tier === 3 ? "resources" : "rest";
}

/** The tiers of messages and tool results, by message id or call id. */
export function tiersOf(messages: readonly ChatMessage[], skills: readonly Skill[]): ReadonlyMap<string, TierNumber> {
  const invoked = messages.flatMap(({ id, metadata }) => (metadata?.invoked ? [[id, 2] as const] : []));
  const read = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      const call = toolCallOf(part);
      const tier = call?.state === "done" ? stepOf(call, skills).tier : undefined;
      return call && tier ? [[call.id, tier] as const] : [];
    }),
  );
  return new Map([...invoked, ...read]);
}

/** All texts that the model sees now. While an answer streams, updates at each step. */
export function useContextParts(): readonly ContextPart[] {
  const host = useChatHost();
  const view = useWorkspaceInSlices((state) => state.view);
  const profileId = useWorkspaceInSlices((state) => state.profileId);
  const models = useWorkspaceInSlices((state) => state.models);
  const messages = useSteadyMessages();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the host's answers depend on the harness, its view of the tree and the chosen model
  const request = useMemo(() => sketchRequest(host, messages), [host, messages, view, profileId, models]);
  const { catalog, discovery, whyOff } = view;
  return useMemo(
    () => contextParts({ whyOff, request, catalog, messages, skills: discovery.skills }),
    [whyOff, request, catalog, messages, discovery.skills],
  );
}
