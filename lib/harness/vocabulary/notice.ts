import type { NoValues } from "#lib/harness/rules/content/content-rule.ts";
import type { AdviceValues, ContentValues } from "#lib/harness/rules/content/content-rules.ts";

/** The values in the wording of each finding. A code without values has an empty record. */
interface NoticeValues extends ContentValues, AdviceValues {
  // Findings on where a SKILL.md lies
  "outside-roots": { readonly root: string };
  "awaits-folder": { readonly folder: string };
  "too-deep": { readonly root: string };
  "beside-root": { readonly root: string };
  "passed-over": { readonly what: string };
  "wrong-file-name": { readonly name: string; readonly wanted: string };
  "broken-root": { readonly root: string };
  "plain-name": { readonly name: string };
  "name-with-plugin-length": { readonly limit: number; readonly name: string };
  "shadowed-by-folder": { readonly folder: string; readonly by: string };
  "shadowed-by-name": { readonly name: string; readonly by: string };
  "shadowed-by-target": { readonly by: string };
  "contested-name": { readonly name: string; readonly with: string };
  // Findings on what the model is told
  "catalog-budget": {
    readonly all: number;
    readonly cut: number;
    readonly named: number;
    readonly leftOut: number;
    /** What the rows would take and what they may take. */
    readonly demand: string;
  };
  "description-cut": { readonly told: number; readonly of: number };
  // Findings on state files and mounts
  "state-file-ignored": { readonly detail: string };
  "not-installed": { readonly name: string; readonly by: string };
  "bundled-missing": NoValues;
  "hidden-characters": NoValues;
  twins: { readonly twin: string };
  "no-skills": { readonly source: string };
  "asked-skill-missing": { readonly name: string };
  "address-read-otherwise": { readonly note: string };
  submodule: NoValues;
  "large-file-pointer": NoValues;
  /** Sizes in bytes. */
  "file-left-out": { readonly size: number; readonly limit: number };
}

export type NoticeCode = keyof NoticeValues;
export type NoticeData<Code extends NoticeCode> = NoticeValues[Code];

/** A finding about a SKILL.md, a state file or a mount: its rule, its place, and the harness's own message. */
export type Notice = { [Code in NoticeCode]: NoticeOf<Code> }[NoticeCode];

export type NoticeOf<Code extends NoticeCode> = {
  readonly code: Code;
  /** `error`: the skill is left out. */
  readonly severity: "error" | "warning" | "info";
  /** The file that the finding is about. */
  readonly path: string;
  /** 1-based line in that file, if the finding has one. */
  readonly line?: number;
  /** The harness's own message, verbatim; absent if it says nothing. */
  readonly harnessMessage?: string;
} & (NoValues extends NoticeValues[Code]
  ? { readonly data?: NoticeValues[Code] }
  : { readonly data: NoticeValues[Code] });
