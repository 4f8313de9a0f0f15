import type { Operation } from "#lib/harness/vocabulary/access.ts";

/**
 * What a person has allowed once for all, so that the model's calls of the kind are not asked about. Never kept: it ends
 * with the conversation and the page, and when other sources or another harness have come than it was given for.
 */
export type Allowance =
  | { readonly operation: Operation; readonly scope: AllowanceScope }
  | { readonly operation: "run"; readonly scope: RunScope };

/** Texts by the absolute paths of their files. */
export type ScriptTexts = ReadonlyMap<string, string>;

export type RunScope =
  /** This script with any arguments, as long as it and the scripts beside it have these texts. */
  | { readonly kind: "script"; readonly path: string; readonly texts: ScriptTexts }
  /** Whatever the model runs in this conversation. */
  | { readonly kind: "conversation" };

export type AllowanceScope =
  | { readonly kind: "file"; readonly path: string }
  /** Everything in the folder of a skill. */
  | { readonly kind: "skill"; readonly name: string; readonly folder: string }
  | { readonly kind: "conversation" };

/** What is allowed, and for which sources. */
export interface Allowances {
  readonly sources: string;
  readonly list: readonly Allowance[];
}

export const noAllowances: Allowances = { sources: "", list: [] };
