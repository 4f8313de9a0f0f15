/** Findings about a SKILL.md or a mount. The union is closed; `notice-text.ts` must word every code. */
export interface Notice {
  readonly code: NoticeCode;
  readonly severity: "error" | "warning" | "info";
  /** The file it is about. */
  readonly path: string;
  /** 1-based line in that file, when the finding has one. */
  readonly line?: number;
  /** The harness's own words, verbatim; absent where it says nothing. */
  readonly harnessMessage?: string;
  /** Values that the wording needs. */
  readonly data?: Readonly<Record<string, string | number>>;
}

export type NoticeCode = "placeholder";
