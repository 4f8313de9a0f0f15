import type { Draft, NoticeText } from "#lib/harness/rules/content/content-rule.ts";
import type { Fields } from "#lib/skills/fields.ts";

/** What a skill should mend whether or not its harness minds, in one object. `Values`: what its finding is told with. */
export interface Advice<Values extends object = object> {
  /** The code of its finding. */
  readonly code: string;
  readonly severity: "warning" | "info";
  /** `text`: of every SKILL.md, loaded or not. `standard`: of skills that load where the standard's validator speaks, `common`: elsewhere. */
  readonly about: "text" | "standard" | "common";
  find(text: AdvisedText): readonly Advised<Values>[];
  wording(values: Values): NoticeText;
  draft?(text: string): Draft;
}

export interface AdvisedText {
  readonly text: string;
  readonly fields: Fields;
  /** Name of its folder. */
  readonly folder: string;
}

export interface Advised<Values extends object> {
  /** 1-based in the file. */
  readonly line: number;
  readonly values: Values;
  /** The words of the standard's validator. */
  readonly says?: string;
}
