import { useMemo } from "react";
import { messageText } from "#components/transcript/message-text.ts";
import { jsonLine, stepOf } from "#components/transcript/steps.ts";
import type { TierNumber } from "#components/ui/tier.tsx";
import { useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import { splitReminder } from "#lib/chat/instructions.ts";
import type { ChatMessage, MessagePart } from "#lib/chat/message.ts";
import { toolCallOf } from "#lib/chat/tool-call.ts";
import { leftOutCalls } from "#lib/chat/trim-results.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { systemPrompt } from "#lib/workspace/conversation/system-prompt.ts";
import { useSteadyMessages } from "./steady-messages.ts";

/** Where a token of the context comes from: the three tiers, and what is there without any skill. */
export type PartKind = "system" | "catalog" | "skills" | "resources" | "rest";

export type ContextParts = Readonly<Record<PartKind, readonly string[]>>;

export interface ContextInput {
  readonly system: string;
  readonly catalog: Catalog;
  readonly messages: readonly ChatMessage[];
  readonly skills: readonly Skill[];
}

/**
 * Every text that the model sees, by what it is. The catalog counts once where it stands in every request, and as
 * often as it was sent where it travels with messages.
 */
export function contextParts({ system, catalog, messages, skills }: ContextInput): ContextParts {
  const withoutCatalog = catalog.text === "" ? system : system.replace(catalog.text, () => "").trimEnd();
  const leftOut = leftOutCalls(messages);
  const pieces = messages.flatMap((message) => saidIn(message, skills, leftOut));
  const textsOf = (tier: Said["tier"]) => pieces.filter((piece) => piece.tier === tier).map(({ text }) => text);
  const reminders = pieces.flatMap(({ reminder }) => reminder ?? []);
  const isSent = catalog.channel === "reminder" && reminders.length > 0;
  return {
    system: [withoutCatalog].filter(Boolean),
    catalog: isSent ? reminders : [catalog.text, ...reminders].filter(Boolean),
    skills: textsOf(2),
    resources: textsOf(3),
    rest: textsOf(undefined),
  };
}

/** A text of the conversation, as the model sees it in every later request. */
interface Said {
  readonly text: string;
  readonly tier?: TierNumber;
  /** The catalog that was sent with it. */
  readonly reminder?: string;
}

/** Leaves out harness commands and labels, which the model does not see; tool calls come with the results that are sent. */
function saidIn(message: ChatMessage, skills: readonly Skill[], leftOut: ReadonlySet<string>): Said[] {
  if (message.role === "system") return [];
  if (message.role === "assistant") return message.parts.flatMap((part) => saidByModel(part, skills, leftOut));
  const { invoked, reminder } = message.metadata ?? {};
  const whole = messageText(message);
  const parts = reminder && splitReminder(whole, reminder);
  const marks = { ...(invoked && { tier: 2 as const }), ...(parts && { reminder: parts.reminder }) };
  return [{ text: parts?.said ?? whole, ...marks }];
}

function saidByModel(part: MessagePart, skills: readonly Skill[], leftOut: ReadonlySet<string>): Said[] {
  if (part.type === "text") return part.text === "" ? [] : [{ text: part.text }];
  const call = toolCallOf(part);
  if (!call) return [];
  const { read, tier } = stepOf(call, skills);
  const asked: Said = { text: `${call.tool} ${jsonLine(call.input)}` };
  const isRead = call.state === "done" && tier;
  return read === undefined || leftOut.has(call.id) ? [asked] : [asked, { text: read, ...(isRead && { tier }) }];
}

/** Every text the model sees, as of now. While an answer streams it follows step by step. */
export function useContextParts(): ContextParts {
  const catalog = useWorkspaceInSlices((state) => state.view.catalog);
  const profileId = useWorkspaceInSlices((state) => state.profileId);
  const { system } = useMemo(() => systemPrompt(profileById(profileId), catalog), [catalog, profileId]);
  const skills = useWorkspaceInSlices((state) => state.view.discovery.skills);
  const messages = useSteadyMessages();
  return useMemo(() => contextParts({ system, catalog, messages, skills }), [system, catalog, messages, skills]);
}
