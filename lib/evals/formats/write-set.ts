import Papa from "papaparse";
import { stringify } from "yaml";
import { cannotSay, type ReadCases, type SavedCases, saveCases } from "./cases.ts";
import type { BlankSet, CaseList, EvalCase } from "./eval-case.ts";
import { formats } from "./formats.ts";

/** Ids of the formats in which a new set can be written. */
export const newSetFormats: readonly string[] = formats.flatMap(({ id, blank }) => (blank ? [id] : []));

/**
 * A new file of these cases. Only the requests are written; `leftOut` lists what else another format has on a case.
 * @param skill the skill that the file is for, in formats that name one
 * @returns if there can be no such file, the reason as a clause
 */
export function writeSet(id: string, skill: string | undefined, cases: readonly EvalCase[]): SavedCases | string {
  const format = formats.find((each) => each.id === id);
  const blank = format?.blank?.(skill);
  if (!blank) return "no file is begun in this format";
  if (blank.isForSkill && skill === undefined) return "a file of this format is for one skill: say which";
  const lost: string[] = [];
  for (const [index, each] of cases.map(requestOf).entries()) {
    const list = blank.lists.find((one) => one.make(each) !== undefined);
    if (list) listIn(blank, list).push(list.make(each, index + 1));
    else lost.push(cannotSay(format?.label ?? id, each));
  }
  return { text: writers[blank.form](blank.value), lost };
}

/** The part of a case that a new file gets. A word for the kind of case is meaningful only in its own format. */
function requestOf({ id, text, expects, accepts, note }: EvalCase): EvalCase {
  return { ...(id !== undefined && { id }), text, expects, accepts, ...(note !== undefined && { note }), rest: {} };
}

/** Parts of a set that a file of another format does not get, in a sentence; empty if it gets everything. */
export function leftOut({ label, cases }: ReadCases): readonly string[] {
  const own = new Set(["query", "text", "prompt", "inputs", "vars", "instruction", "expected", "graders", "assert"]);
  const members = [...new Set(cases.flatMap(({ rest }) => Object.keys(rest)))].filter((name) => !own.has(name));
  if (members.length === 0) return [];
  return [
    `Only requests and the skills they lead to are carried over; ${label} has this besides: ${members.join(", ")}.`,
  ];
}

/**
 * Anyone's file, with the cases that it lacks added at the end. Everything else in the file stays as it is.
 * @param read the file, as `readCases` read it
 * @returns if it cannot be written, the reason as a clause
 */
export function addToSet(
  text: string,
  read: ReadCases,
  cases: readonly EvalCase[],
): (SavedCases & { readonly added: number }) | string {
  const known = new Set(read.cases.map(keyOf));
  const fresh = [...new Map(cases.map((each) => [keyOf(each), each])).values()].filter(
    (each) => !known.has(keyOf(each)),
  );
  // A name from another file may already be in use in this one.
  const added = fresh.map(requestOf).map(({ id: _, ...each }) => each);
  const saved = saveCases(text, read.skill, [...read.cases, ...added]);
  return typeof saved === "string" ? saved : { ...saved, added: fresh.length - saved.lost.length };
}

function keyOf({ text, expects }: EvalCase): string {
  return JSON.stringify([text.trim(), expects.kind, "skill" in expects ? expects.skill : ""]);
}

function listIn({ value }: BlankSet, { path }: CaseList): unknown[] {
  return path.reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], value) as unknown[];
}

const columns = ["id", "text", "kind", "expected_skill", "acceptable_skills", "notes"];

const writers: Readonly<Record<BlankSet["form"], (value: unknown) => string>> = {
  json: (value) => `${JSON.stringify(value, null, 2)}\n`,
  yaml: (value) => stringify(value, { lineWidth: 0 }),
  csv: (value) => `${Papa.unparse(value as object[], { columns, newline: "\n" })}\n`,
};
