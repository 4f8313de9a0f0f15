import type { ScopedPath } from "./discovery.ts";
import type { GuardDecision } from "./model.ts";

type Permission = GuardDecision["permission"];

/** The first rule whose area holds the path and that names the operation decides; no rule: denied. */
export interface GuardRule {
  readonly area: GuardArea;
  readonly permissions: Readonly<Record<string, Permission>>;
  /** Why, as a clause. */
  readonly reason: string;
}

export type GuardArea =
  /** These folders and all below, by whole segments. */
  | { readonly kind: "folders"; readonly folders: readonly ScopedPath[] }
  /** The folders of the skills found, and all below. */
  | { readonly kind: "found-skills" }
  /** Any path that begins with one of these texts, as `strings.HasPrefix` has it. `{home}` is the home folder. */
  | { readonly kind: "prefixes"; readonly prefixes: readonly string[] }
  | { readonly kind: "working-folder" }
  | { readonly kind: "anywhere" };
