import type { Operation } from "#lib/harness/vocabulary/access.ts";

/**
 * What a person has permanently allowed, so that the model's calls of this kind are not asked about. Never stored: an
 * allowance ends with the conversation and the page, and when the sources or the harness change.
 */
export type Allowance =
  | { readonly operation: Operation; readonly scope: AllowanceScope }
  | { readonly operation: "run"; readonly scope: RunScope };

/** Bytes by the absolute paths of their files. */
export type ScriptBytes = ReadonlyMap<string, Uint8Array | undefined>;

export type RunScope =
  /** This script with any arguments, while it and what it may load have these bytes. */
  | { readonly kind: "script"; readonly path: string; readonly bytes: ScriptBytes }
  /** Every command of the model in this conversation. */
  | { readonly kind: "conversation" };

export type AllowanceScope =
  | { readonly kind: "file"; readonly path: string }
  /** Everything in the folder of a skill. */
  | { readonly kind: "skill"; readonly name: string; readonly folder: string }
  | { readonly kind: "conversation" };

/** The allowances, and the sources for which they were given. */
export interface Allowances {
  readonly sources: string;
  readonly list: readonly Allowance[];
}

export const noAllowances: Allowances = { sources: "", list: [] };
