import type { ChatMessage } from "#lib/chat/message.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { type RequestPiece, requestPieces } from "./request.ts";

/** Where a token of the context comes from: the three tiers, and what is there without any skill. */
export type PartKind = "system" | "catalog" | "skills" | "resources" | "rest";

export type ContextParts = Readonly<Record<PartKind, readonly string[]>>;

export interface ContextInput {
  /** The whole system prompt. */
  readonly instructions: string;
  readonly catalog: Catalog;
  readonly messages: readonly ChatMessage[];
  readonly skills: readonly Skill[];
}

/**
 * Every text that the model sees, by what it is. The catalog counts once where it stands in every request, and as
 * often as it was sent where it travels with messages.
 */
export function contextParts({ instructions, catalog, messages, skills }: ContextInput): ContextParts {
  const withoutCatalog = catalog.text === "" ? instructions : instructions.replace(catalog.text, () => "").trimEnd();
  const pieces = requestPieces(messages, skills);
  const textsOf = (tier: RequestPiece["tier"]) =>
    pieces.filter((piece) => piece.tier === tier).map(({ text, reminderAt }) => text.slice(0, reminderAt));
  const reminders = pieces.flatMap(({ text, reminderAt }) => (reminderAt === undefined ? [] : text.slice(reminderAt)));
  const isSent = catalog.channel === "reminder" && reminders.length > 0;
  return {
    system: [withoutCatalog].filter(Boolean),
    catalog: isSent ? reminders : [catalog.text, ...reminders].filter(Boolean),
    skills: textsOf(2),
    resources: textsOf(3),
    rest: textsOf(undefined),
  };
}
