/** What each finding needs to be told. A code without values has an empty record. */
interface NoticeValues {
  // Why a harness leaves a SKILL.md out
  unreadable: { readonly detail: string };
  "empty-file": Empty;
  "no-frontmatter": Empty;
  "unclosed-frontmatter": Empty;
  "bad-yaml": { readonly detail: string };
  "no-mapping": Empty;
  "frontmatter-too-long": { readonly limit: number };
  "frontmatter-too-complex": { readonly parts: number; readonly depth: number };
  "name-too-long": { readonly limit: number };
  "missing-field": { readonly field: string };
  "shadowed-by-folder": { readonly folder: string; readonly by: string };
  "shadowed-by-name": { readonly name: string; readonly by: string };
  "shadowed-by-target": { readonly by: string };
  "outside-roots": { readonly root: string };
  "too-deep": { readonly root: string };
  "beside-root": { readonly root: string };
  "passed-over": { readonly what: string };
  "broken-root": { readonly root: string };
  "line-too-long": { readonly limit: number };
  "wrong-file-name": { readonly name: string; readonly wanted: string };
  // What a skill should mend, whether or not this harness minds
  "field-fallback": { readonly field: string; readonly value: string };
  "breaks-standard": { readonly message: string };
  "name-differs": { readonly name: string; readonly folder: string };
  "description-too-long": { readonly length: number; readonly limit: number };
  "byte-order-mark": Empty;
  "hidden-text": { readonly count: number; readonly kinds: string };
  // State and mounts
  "state-file-ignored": { readonly detail: string };
  "installed-renamed": { readonly folder: string; readonly renamed: string; readonly source: string };
  "bundled-missing": Empty;
  "hidden-characters": Empty;
  twins: { readonly twin: string };
  "no-skills": { readonly source: string };
  "asked-skill-missing": { readonly name: string };
  "address-read-otherwise": { readonly note: string };
  submodule: Empty;
  "large-file-pointer": Empty;
}

type Empty = Readonly<Record<never, never>>;

export type NoticeCode = keyof NoticeValues;
export type NoticeData<Code extends NoticeCode> = NoticeValues[Code];

/** A finding about a SKILL.md, a state file or a mount: which rule, where, and the harness's own words for it. */
export type Notice = { [Code in NoticeCode]: NoticeOf<Code> }[NoticeCode];

export type NoticeOf<Code extends NoticeCode> = {
  readonly code: Code;
  /** `error`: the skill is left out. */
  readonly severity: "error" | "warning" | "info";
  /** The file it is about. */
  readonly path: string;
  /** 1-based line in that file, when the finding has one. */
  readonly line?: number;
  /** The harness's own words, verbatim; absent where it says nothing. */
  readonly harnessMessage?: string;
} & (Empty extends NoticeValues[Code] ? { readonly data?: NoticeValues[Code] } : { readonly data: NoticeValues[Code] });
