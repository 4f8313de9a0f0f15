import type { Expectation } from "../requests.ts";

/** A position in a document: names of members and indexes of lists. */
export type Path = readonly (string | number)[];

/** One case of anyone's set, in the form that all formats are read into. */
export interface EvalCase {
  /** The case's name in its file. */
  readonly id?: string;
  /** The request: the first message of a conversation. */
  readonly text: string;
  readonly expects: Expectation;
  /** Other skills that are as good as the expected one. */
  readonly accepts: readonly string[];
  /** The file's own word for the kind of case. */
  readonly kind?: string;
  readonly note?: string;
  /** Everything else that the file has on the case, as it stands there: kept, and not run. */
  readonly rest: Readonly<Record<string, unknown>>;
  /** Position in the file that the case was read from; absent for a new case. */
  readonly origin?: Path;
}

/** A value that replaces another or is added; `undefined` removes what stands at the path. */
export interface Edit {
  /** Relative to the case. */
  readonly path: Path;
  readonly value: unknown;
}

/** A list of cases in a document. */
export interface CaseList {
  readonly path: Path;
  /** By index; `undefined` for an item that is not a case that can be asked. */
  readonly cases: readonly (EvalCase | undefined)[];
  /** The edits after which an item says what the case says; `undefined` if items of this list cannot say it. */
  edits(item: unknown, before: EvalCase, now: EvalCase): readonly Edit[] | undefined;
  /**
   * A new item for the case; `undefined` if items of this list cannot say what it says.
   * @param number names an item without a name of its own; without a number it gets none
   */
  make(now: EvalCase, number?: number): unknown;
}

export interface FormatRead {
  /** The skill that the file names, if any. */
  readonly skill?: string;
  readonly lists: readonly CaseList[];
  /** Parts of the file that are kept but not run, in sentences. */
  readonly notRun: readonly string[];
}

/** A document without cases, ready to be filled. */
export interface BlankSet {
  readonly form: "json" | "yaml" | "csv";
  readonly value: unknown;
  readonly lists: readonly CaseList[];
  /** Whether the document has to name the skill that its cases are for. */
  readonly isForSkill: boolean;
}

/** A format of sets: describes its documents as data. */
export interface EvalFormat {
  /** The format's name on a command line. */
  readonly id: string;
  /** A noun with its article. */
  readonly label: string;
  /** Absent for a format that nobody begins a set in: a document with a single case. */
  blank?(skill: string | undefined): BlankSet;
  /** @returns `undefined` if the value is no document of this format */
  read(value: unknown, skill: string | undefined): FormatRead | undefined;
}

export type Item = Readonly<Record<string, unknown>>;

export function isItem(value: unknown): value is Item {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((each) => typeof each === "string");
}

export function without(item: Item, known: readonly string[]): Item {
  return Object.fromEntries(Object.entries(item).filter(([key]) => !known.includes(key)));
}

/** The expectation that a request leads to the skill, or to anything else. */
export function triggered(skill: string | undefined, should: boolean): Expectation {
  if (skill === undefined) return { kind: "open" };
  return { kind: should ? "picks" : "avoids", skill };
}
