import { modelLabel } from "#lib/chat/model-choice.ts";
import type { ModelSettings } from "#lib/chat/model-settings.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { PartKind } from "./context-parts.ts";
import { partKinds, shortTokens, sumTotals, type TokenTotals } from "./token-totals.ts";

/** How much of the model's context window is used, where that is worth mentioning. */
export interface WindowUse {
  /** `over`: more than the context window holds. */
  readonly level: "half" | "over";
  /** What uses most, and how much of the window all uses: one sentence. */
  readonly what: string;
  readonly advice: string;
}

/** The warning for `tokens` in a context window; `undefined` up to half of the window. */
export function windowUse(
  totals: TokenTotals,
  window: number,
  { label, activation }: Pick<Profile, "label" | "activation">,
): WindowUse | undefined {
  const total = sumTotals(totals);
  if (total <= window / 2) return undefined;
  const largest = partKinds.reduce((most, kind) => (totals[kind] > totals[most] ? kind : most));
  const { cause, advice } =
    largest === "catalog" && activation.byModel.kind === "none"
      ? { cause: `${label} puts every body into the prompt`, advice: fewerSkills }
      : causes[largest];
  const share = Math.round((total / window) * 100);
  const level = total > window ? "over" : "half";
  const part = level === "over" ? "more than the model's window" : `${share}% of the window`;
  return { level, what: `${cause}: ${shortTokens(total)} of ${shortTokens(window)}, ${part}.`, advice };
}

const fewerSkills = "Turn off or remove skills, or choose a model with a larger window in Settings.";
const anew = "Start a new conversation, or choose a model with a larger window in Settings.";

const causes: Readonly<Record<PartKind, { readonly cause: string; readonly advice: string }>> = {
  system: { cause: "The system prompt takes most of the context", advice: fewerSkills },
  tools: { cause: "The tools take most of the context", advice: fewerSkills },
  catalog: { cause: "The catalog takes most of the context", advice: fewerSkills },
  skills: { cause: "The skills that were read take most of the context", advice: anew },
  resources: { cause: "The resources that were read take most of the context", advice: anew },
  rest: { cause: "The conversation takes most of the context", advice: anew },
};

/** Says which model's context window it is, as a clause. */
export function windowSource({ choice, window }: ModelSettings, { label, catalog }: ToldProfile): string {
  if (window !== undefined) return "as set in Settings";
  if (choice.source !== "demo") return `taken for ${modelLabel(choice).label}`;
  return catalog.budget?.window === undefined ? "as most models have" : `as the model that ${label} asks for`;
}

type ToldProfile = Pick<Profile, "label" | "catalog">;
