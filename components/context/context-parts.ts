import { type Step, stepOf } from "#components/chat/steps.ts";
import { type MessagePart, toolCallOf } from "#components/chat/tool-call.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { Catalog, Skill } from "#lib/harness/model.ts";

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

/** Every text that the model sees, by what it is. The catalog counts once, in whatever channel it goes. */
export function contextParts({ instructions, catalog, messages, skills }: ContextInput): ContextParts {
  const parts = {
    system: [] as string[],
    catalog: [] as string[],
    skills: [] as string[],
    resources: [] as string[],
    rest: [] as string[],
  };
  const add = (kind: PartKind, text: string) => text !== "" && parts[kind].push(text);
  add("system", catalog.text === "" ? instructions : instructions.replace(catalog.text, () => "").trimEnd());
  add("catalog", catalog.text);
  for (const message of messages) {
    for (const part of message.parts) {
      for (const [kind, text] of textsOf(part, message, skills)) add(kind, text);
    }
  }
  return parts;
}

function textsOf(part: MessagePart, message: ChatMessage, skills: readonly Skill[]): [PartKind, string][] {
  if (part.type === "text") return [[message.metadata?.invoked ? "skills" : "rest", part.text]];
  const call = toolCallOf(part);
  if (!call) return [];
  const step = stepOf(call, skills);
  return [
    ["rest", JSON.stringify(call.input) ?? ""],
    [kindOf(step), step.read ?? ""],
  ];
}

function kindOf({ tier, call }: Step): PartKind {
  if (call.state !== "done" || tier === undefined) return "rest";
  return tier === 2 ? "skills" : "resources";
}
