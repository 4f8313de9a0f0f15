/**
 * What the library's docstrings say, for a page: `lib/tasks/package/reference.ts` makes `reference.json` of them. In texts, backquotes
 * stand around code and underscores around what is stressed.
 */
export interface LibraryReference {
  readonly doors: readonly ReferenceDoor[];
}

/** What one import brings. */
export interface ReferenceDoor {
  /** `skillground/words`. */
  readonly name: string;
  /** Functions, then values, then types. */
  readonly entries: readonly ReferenceEntry[];
}

export interface ReferenceEntry {
  readonly name: string;
  readonly kind: "function" | "value" | "type";
  /** Its declaration, as TypeScript. Of an interface, whose members are told one by one, the name and what it extends. */
  readonly code: string;
  readonly about: string;
  /** Of an interface its members, of a function its parameters. */
  readonly members: readonly ReferenceMember[];
  readonly throws?: string;
  /** Whole programs. */
  readonly examples: readonly string[];
}

export interface ReferenceMember {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly about: string;
}
