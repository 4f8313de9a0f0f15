import type { ChatMessage } from "#lib/chat/message.ts";
import { readsOf } from "#lib/chat/reads.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";

/** What a piece of the request does not say itself: its time, and which skill it activated. */
export interface PieceNote {
  /** Milliseconds since 1970; only messages of the person have a time. */
  readonly at?: number;
  readonly activated?: { readonly by: "you" | "the model"; readonly name: string; readonly location: string };
}

/** Notes by message id, or by the id of the call with which the model first read a SKILL.md. */
export function pieceNotes(messages: readonly ChatMessage[], skills: readonly Skill[]): ReadonlyMap<string, PieceNote> {
  const said = messages.flatMap(({ id, role, metadata }): [string, PieceNote][] => {
    if (role !== "user") return [];
    const { createdAt, invoked } = metadata ?? {};
    return [
      [
        id,
        {
          ...(createdAt !== undefined && { at: createdAt }),
          ...(invoked && { activated: { by: "you", name: invoked.name, location: invoked.location } }),
        },
      ],
    ];
  });
  const byLocation = new Map(skills.map((skill) => [skill.location, skill]));
  const read = [...readsOf(messages, skills).activations].flatMap(([location, { callId }]): [string, PieceNote][] => {
    const skill = byLocation.get(location);
    return skill && callId !== undefined
      ? [[callId, { activated: { by: "the model", name: skill.name, location } }]]
      : [];
  });
  return new Map([...said, ...read]);
}
