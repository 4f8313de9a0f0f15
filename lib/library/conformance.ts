import { type ConformanceCase, readCases as readAll } from "#lib/harness/conformance/case.ts";
import { runCase as runOne } from "#lib/harness/conformance/run-case.ts";

/** One expectation of a harness as data. The cases that come with the package are `skillground/cases/<harness>.json`. */
export interface Case {
  /** `harness/name`. */
  readonly id: string;
  /** What is done: `discover`, `catalog`, `invoke`, … */
  readonly kind: string;
  readonly why: string;
  /** Absolute path → text; a key that ends in a slash is an empty folder. */
  readonly files: Readonly<Record<string, string>>;
  /** Path of a link → its target. */
  readonly symlinks: Readonly<Record<string, string>>;
  readonly input: Readonly<Record<string, unknown>>;
  /** A subset of the result. */
  readonly expect: Readonly<Record<string, unknown>>;
}

/** A place where a result is not what a case expects. */
export interface CaseMismatch {
  /** Keys from the top: `skills.0.name`. */
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** A case of a file, or why it is none. */
export type ReadCase =
  | { readonly kind: "case"; readonly case: Case }
  | { readonly kind: "malformed"; readonly position: number; readonly problem: string };

/** The cases of a JSON text. @throws Error where it is no list */
export function readCases(json: string): readonly ReadCase[] {
  return readAll(json).map((each) => (each.kind === "case" ? { kind: "case", case: each.conformanceCase } : each));
}

/** Runs a case against the engine; what differs from what it expects. Never throws. */
export function runCase(each: Case): readonly CaseMismatch[] {
  return runOne(each as ConformanceCase).failures;
}
