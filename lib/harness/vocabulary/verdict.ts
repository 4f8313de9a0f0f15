import type { Candidate } from "./skill.ts";
import type { States } from "./states.ts";

/** What becomes of a SKILL.md in the end. */
export type Verdict =
  /** Loaded and on, and the model is told of it. */
  | { readonly kind: "listed" }
  /** Loaded and on, and the model is not told of it. */
  | { readonly kind: "unlisted" }
  | { readonly kind: "off" }
  /** Another of the same folder or name came first, or the same file by another path (`target`). */
  | { readonly kind: "shadowed"; readonly by: string; readonly rule: "folder" | "name" | "target" }
  | { readonly kind: "rejected" }
  /** Where its harness never looks. */
  | { readonly kind: "outside" };

/** What a verdict depends on besides the file itself. */
export interface Standing {
  readonly states: States;
  /** Locations of the skills that the catalog tells of. */
  readonly listed: ReadonlySet<string>;
}

/** The one place that sums up what a harness made of a file. `undefined`: it did not meet the file. */
export function verdictOf(candidate: Candidate | undefined, { states, listed }: Standing): Verdict {
  if (!candidate) return { kind: "outside" };
  const { location, outcome } = candidate;
  if (outcome.kind !== "loaded") return outcome;
  if (states.get(location) === "off") return { kind: "off" };
  return { kind: listed.has(location) ? "listed" : "unlisted" };
}

const sentences: Readonly<Record<Verdict["kind"], (harness: string) => string>> = {
  listed: (harness) => `${harness} loads it and tells the model of it.`,
  unlisted: (harness) => `${harness} loads it and does not tell the model of it.`,
  off: (harness) => `${harness} has it, and it is off.`,
  shadowed: (harness) => `${harness} takes another one in its place.`,
  rejected: (harness) => `${harness} does not load it.`,
  outside: (harness) => `${harness} never looks at it.`,
};

/** The verdict in one sentence. */
export function verdictText({ kind }: Verdict, harness: string): string {
  return sentences[kind](harness);
}
