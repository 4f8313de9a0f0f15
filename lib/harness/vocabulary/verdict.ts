import type { Catalog, SummaryCut } from "./catalog.ts";
import type { Candidate } from "./skill.ts";
import type { FeatureOff, States } from "./states.ts";

/** The final verdict on a SKILL.md. */
export type Verdict =
  /** Loaded and on, and the model is told the whole description. */
  | { readonly kind: "listed" }
  /** Loaded and on, and the model is told only the beginning of the description. */
  | { readonly kind: "cut" }
  /** Loaded and on, and the model is told only the name. */
  | { readonly kind: "named" }
  /** Loaded and on, and the catalog has no room for it. */
  | { readonly kind: "left-out" }
  /** The model is told of the skill once a file that it is for is read or changed; until then it may not even be loaded. */
  | { readonly kind: "waiting" }
  /** Loaded and on, but the model is not told of it. */
  | { readonly kind: "unlisted" }
  /** Found, but no documentation says what the model is told. */
  | { readonly kind: "undocumented" }
  | { readonly kind: "off" }
  /** Loaded by a harness that ends as it starts. */
  | { readonly kind: "ended" }
  /** Another candidate with the same folder or name came first, or with the same file by another path (`target`). */
  | { readonly kind: "shadowed"; readonly by: string; readonly rule: "folder" | "name" | "target" }
  | { readonly kind: "rejected" }
  /** In a place where the harness never looks. */
  | { readonly kind: "outside" };

/** What a verdict depends on besides the file itself. */
export interface Standing {
  readonly whyOff: FeatureOff | undefined;
  readonly states: States;
  /** What the catalog tells of each skill, by its location; a skill without an entry is not told. */
  readonly told: ReadonlyMap<string, Told>;
}

/** What the catalog tells of a skill that should be listed. */
export type Told = "listed" | "cut" | "named" | "left-out" | "waiting" | "undocumented";

/** What the verdicts of a session or view depend on. */
export function standingIn(
  { states, whyOff }: { readonly states: States; readonly whyOff?: FeatureOff | undefined },
  catalog: Parameters<typeof toldIn>[0],
): Standing {
  return { whyOff, states, told: toldIn(catalog) };
}

/** What a catalog tells of the skills that should be listed, by location. */
export function toldIn(
  catalog: Pick<Catalog, "rows" | "leftOut" | "waiting" | "undocumented">,
): ReadonlyMap<string, Told> {
  const { rows, leftOut = [], waiting = [], undocumented = [] } = catalog;
  return new Map<string, Told>([
    ...rows.map(({ location, cut }) => [location, cut ? cutWord(cut) : "listed"] as const),
    ...leftOut.map((location) => [location, "left-out"] as const),
    ...waiting.map((location) => [location, "waiting"] as const),
    ...undocumented.map((location) => [location, "undocumented"] as const),
  ]);
}

function cutWord({ told }: SummaryCut): Told {
  return told === 0 ? "named" : "cut";
}

/** Whether the model is told of the skill, even if only by name. */
export function isTold({ kind }: Pick<Verdict, "kind">): boolean {
  return kind === "listed" || kind === "cut" || kind === "named";
}

/** The only function that sums up what a harness made of a file. `candidate` is `undefined` if the harness did not find the file. */
export function verdictOf(candidate: Candidate | undefined, { whyOff, states, told }: Standing): Verdict {
  if (!candidate) return { kind: "outside" };
  const { location, outcome } = candidate;
  if (outcome.kind === "outside") return { kind: outcome.awaits === undefined ? "outside" : "waiting" };
  if (outcome.kind !== "loaded") return outcome;
  if (whyOff?.kind === "ended") return { kind: "ended" };
  if (states.get(location) === "off") return { kind: "off" };
  return { kind: told.get(location) ?? "unlisted" };
}

const sentences: Readonly<Record<Verdict["kind"], (harness: string) => string>> = {
  listed: (harness) => `${harness} loads it and tells the model of it.`,
  cut: (harness) => `${harness} loads it and tells the model only the beginning of its description.`,
  named: (harness) => `${harness} loads it and tells the model its name only.`,
  "left-out": (harness) => `${harness} loads it, but its catalog has no room, so the model is not told.`,
  waiting: (harness) => `${harness} tells the model of it once a matching file is read or changed.`,
  undocumented: (harness) => `${harness} looks at it; what it tells the model of it is not documented.`,
  unlisted: (harness) => `${harness} loads it and does not tell the model of it.`,
  off: (harness) => `${harness} has it, and it is off.`,
  ended: (harness) => `${harness} does not start with its settings.`,
  shadowed: (harness) => `${harness} uses another skill in its place.`,
  rejected: (harness) => `${harness} does not load it.`,
  outside: (harness) => `${harness} never looks at it.`,
};

/** The verdict in one sentence. */
export function verdictText({ kind }: Verdict, harness: string): string {
  return sentences[kind](harness);
}
