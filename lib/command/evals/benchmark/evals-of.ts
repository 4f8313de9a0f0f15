import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { EvalCase } from "#lib/evals/formats/eval-case.ts";
import { type Assertion, parseAssertion } from "#lib/evals/grading/assertion.ts";
import { readCaseSet } from "#lib/evals/set-files.ts";
import { dirname } from "#lib/vfs/paths.ts";
import { snapshotEntry, snapshotText } from "#lib/vfs/snapshot.ts";
import { UsageError } from "../../console.ts";
import type { TestedSkill } from "./arms.ts";
import type { InputFile } from "./converse.ts";

/** A request of a benchmark, and the assertions that a program can decide. */
export interface BenchmarkEval {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  /** All assertions of the set, verbatim. */
  readonly sentences: readonly string[];
  readonly assertions: readonly { readonly text: string; readonly assertion: Assertion }[];
  /** Assertions that need a judge. */
  readonly ungraded: readonly string[];
  readonly inputs: readonly InputFile[];
}

/**
 * The requests of a set, or of the skill's own `evals/evals.json`. A request without assertions that a program can decide is graded by
 * whether the skill is used as the set expects.
 * @throws UsageError if there are no requests
 */
export function evalsOf(skill: TestedSkill, file: string | undefined): readonly BenchmarkEval[] {
  const read = readCaseSet(file === undefined ? ownSet(skill) : readFileSync(file, "utf8"), skill.name);
  const name = file === undefined ? "evals/evals.json" : basename(file);
  if (typeof read === "string") throw new UsageError(`${name} cannot be read: ${read}.`);
  const isNumbered = read.cases.every(({ id }) => id !== undefined && /^\d{1,9}$/.test(id));
  const isOnce = new Set(read.cases.map(({ id }) => id)).size === read.cases.length;
  return read.cases.map((each, index) => evalOf(skill, each, isNumbered && isOnce ? Number(each.id) : index + 1));
}

function ownSet({ snapshot, path }: TestedSkill): string {
  const text = snapshotText(snapshot, inSkill(path, "evals/evals.json"));
  if (text === undefined)
    throw new UsageError("The skill has no evals/evals.json: name a file of requests with --set.");
  return text;
}

function evalOf(skill: TestedSkill, { text, expects, rest }: EvalCase, id: number): BenchmarkEval {
  const sentences = [...textsIn(rest.expectations), ...textsIn(rest.assertions)];
  const parsed = sentences.map((sentence) => ({ text: sentence, assertion: parseAssertion(sentence) }));
  const assertions = parsed.flatMap(({ text: said, assertion }) => (assertion ? [{ text: said, assertion }] : []));
  const named = "skill" in expects ? expects.skill : skill.name;
  const used = expects.kind === "picks" || expects.kind === "open";
  const whether = {
    text: `The skill ${named} is ${used ? "" : "not "}used`,
    assertion: { kind: "skill", used, skill: named } as const,
  };
  return {
    id,
    name: text.replace(/\s+/g, " ").slice(0, 60),
    text,
    sentences,
    assertions: assertions.length > 0 ? assertions : [whether],
    ungraded: parsed.flatMap(({ text: said, assertion }) => (assertion ? [] : [said])),
    inputs: textsIn(rest.files).map((path) => inputOf(skill, path)),
  };
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** A file that a set names; read from the skill's folder, never from elsewhere on the disk. */
function inputOf({ snapshot, path }: TestedSkill, named: string): InputFile {
  const entry = snapshotEntry(snapshot, inSkill(path, named)) ?? throwMissing(named);
  return { path: basename(named), bytes: entry.bytes };
}

function throwMissing(named: string): never {
  throw new UsageError(`The set needs the file ${named}, which is not in the skill's folder.`);
}

function inSkill(skillFile: string, path: string): string {
  return `${dirname(skillFile)}/${path}`.replace(/^\/+/, "");
}
