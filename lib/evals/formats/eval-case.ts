import type { Expectation } from "../requests.ts";

/** Where something stands in a document: names of members and indexes of lists. */
export type Path = readonly (string | number)[];

/** One case of a set of anyone's, in the form that all formats are read into. */
export interface EvalCase {
  /** What its file calls it. */
  readonly id?: string;
  /** What is asked: the first message of a conversation. */
  readonly text: string;
  readonly expects: Expectation;
  /** Other skills that do as well as the one expected. */
  readonly accepts: readonly string[];
  /** The file's own word for what kind of case it is. */
  readonly kind?: string;
  readonly note?: string;
  /** What else its file has of it, as it stands there: kept, and not run. */
  readonly rest: Readonly<Record<string, unknown>>;
  /** Where it stands in the file that it was read from; absent for a new one. */
  readonly origin?: Path;
}

/** A value that takes the place of another, or is new there; `undefined` takes it away. */
export interface Edit {
  /** From the case. */
  readonly path: Path;
  readonly value: unknown;
}

/** A list of cases in a document. */
export interface CaseList {
  readonly path: Path;
  /** By index; `undefined` for what is no case that can be asked. */
  readonly cases: readonly (EvalCase | undefined)[];
  /** What makes an item say what the case says; `undefined` where items of this list cannot. */
  edits(item: unknown, before: EvalCase, now: EvalCase): readonly Edit[] | undefined;
  /**
   * A new item that says it; `undefined` where items of this list cannot.
   * @param number names it, where it has no name of its own; without one it gets none
   */
  make(now: EvalCase, number?: number): unknown;
}

export interface FormatRead {
  /** The skill that the file names, where it names one. */
  readonly skill?: string;
  readonly lists: readonly CaseList[];
  /** What of the file is kept and not run, in sentences. */
  readonly notRun: readonly string[];
}

/** A document without cases, to be filled. */
export interface BlankSet {
  readonly form: "json" | "yaml" | "csv";
  readonly value: unknown;
  readonly lists: readonly CaseList[];
  /** Whether it says which skill its cases are for, and so is nothing without one. */
  readonly isForSkill: boolean;
}

/** A format of sets: what its documents look like, as data. */
export interface EvalFormat {
  /** What a person calls it by on a command line. */
  readonly id: string;
  /** A noun with its article. */
  readonly label: string;
  /** Absent where nobody would begin one: a document that holds a single case. */
  blank?(skill: string | undefined): BlankSet;
  /** @returns `undefined` for what is no document of this format */
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

/** What should lead to a skill, or to anything but it. */
export function triggered(skill: string | undefined, should: boolean): Expectation {
  if (skill === undefined) return { kind: "open" };
  return { kind: should ? "picks" : "avoids", skill };
}
