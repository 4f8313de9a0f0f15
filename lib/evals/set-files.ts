import "#lib/zod-jitless.ts";
import * as z from "zod/mini";
import { isShallowText, parseJson } from "#lib/plain-json.ts";
import { type ReadCases, readCases } from "./formats/cases.ts";
import { looksLikeDocument } from "./formats/document.ts";
import { type EvalRequest, longestRequest, mostRequests, plainLine, readLines } from "./requests.ts";

/** The result of reading a file of requests. */
export type ReadSet =
  | {
      readonly kind: "set";
      readonly requests: readonly EvalRequest[];
      /** The skill that the file names, if any. */
      readonly skill?: string;
      /** Parts of the file that are kept but not run, in sentences. */
      readonly notRun?: readonly string[];
    }
  /** `because`: a clause to show to the person. */
  | { readonly kind: "refused"; readonly because: string };

/** Most characters of a file of requests. */
const longestFile = 2_000_000;

/** A list of triggers, in the format of skill-creator's `run_eval.py`. */
const triggers = z.array(z.object({ query: z.string(), should_trigger: z.boolean() }));
const expects = z.union([
  z.object({ kind: z.literal("picks"), skill: z.string() }),
  z.object({ kind: z.literal("avoids"), skill: z.string() }),
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("open") }),
]);
/** This program's own format, the only one that can hold expectations of several skills. */
const own = z.object({
  requests: z.array(z.object({ text: z.string(), expects, accepts: z.optional(z.array(z.string())) })),
});

/**
 * Reads a set of requests that anyone may have written: in another tool's format (`formats/`), as written by `writeResults`, or one request
 * on each line.
 * @param skill the skill for requests that name none
 */
export function readSet(text: string, skill: string | undefined): ReadSet {
  if (text.length > longestFile) return refused("it is too large for a list of requests");
  const read =
    ownSet(text) ?? (looksLikeDocument(text) ? othersSet(text, skill) : { requests: readLines(text, skill) });
  if (typeof read === "string") return refused(read);
  const requests = read.requests.filter(({ text: asked }) => asked.trim() !== "");
  if (requests.length === 0) return refused("there is no request in it");
  if (requests.length > mostRequests) return refused(`it holds more than ${mostRequests} requests`);
  if (requests.some(({ text: asked }) => asked.length > longestRequest))
    return refused(`a request in it has more than ${longestRequest} characters`);
  return { kind: "set", ...read, requests };
}

/**
 * Reads a set of requests as cases, with everything that another tool's document has on each.
 * @returns if it cannot be read, the reason as a clause
 */
export function readCaseSet(text: string, skill: string | undefined): ReadCases | string {
  const set = readSet(text, skill);
  if (set.kind === "refused") return set.because;
  const read = looksLikeDocument(text) ? readCases(text, skill) : "it is not a document in a known format";
  if (typeof read !== "string") return read;
  const cases = set.requests.map(({ text: asked, expects: expected, accepts = [] }) => ({
    text: asked,
    expects: expected,
    accepts,
    rest: {},
  }));
  return { format: "lines", label: "a list of requests", ...(skill !== undefined && { skill }), cases, notRun: [] };
}

function refused(because: string): ReadSet {
  return { kind: "refused", because };
}

type Read = Omit<Extract<ReadSet, { kind: "set" }>, "kind">;

function ownSet(text: string): Read | undefined {
  if (!/^\s*\{/.test(text) || !isShallowText(text)) return undefined;
  const { data } = own.safeParse(parseJson(text));
  return data && { requests: data.requests.map(({ accepts, ...rest }) => ({ ...rest, ...(accepts && { accepts }) })) };
}

/** The requests of a set in another tool's format, or why it has none. */
function othersSet(text: string, given: string | undefined): Read | string {
  const read = readCases(text, given);
  if (typeof read === "string") return read;
  const { label, skill, cases, notRun } = read;
  if (skill === undefined && cases.length > 0 && cases.every(({ expects }) => expects.kind === "open"))
    return `${label} does not say which skill it tests: choose the skill first`;
  return {
    requests: cases.map(({ text: asked, expects, accepts }) => ({
      text: asked,
      expects,
      ...(accepts.length > 0 && { accepts }),
    })),
    ...(skill !== undefined && { skill }),
    ...(notRun.length > 0 && { notRun }),
  };
}

/**
 * The requests about one skill as a list of `{query, should_trigger}`; a near miss that names another skill becomes a near miss for this
 * one.
 */
export function writeTriggers(requests: readonly EvalRequest[], skill: string): string {
  const list = requests.flatMap(({ text, expects: expected }) => {
    if (expected.kind === "open") return [];
    return [{ query: text, should_trigger: expected.kind === "picks" && expected.skill === skill }];
  });
  return `${JSON.stringify(list, null, 2)}\n`;
}

const looseEvals = z.looseObject({ evals: z.array(z.looseObject({ id: z.optional(z.number()) })) });

/** Formats of sets that skill authors keep in a skill's folder: `evals.json`, and a list of triggers. */
export type SetFormat = "evals" | "triggers";

/** Whether a text is a set of this format, even an empty one: then it may be replaced. */
export function holdsSet(text: string, format: SetFormat): boolean {
  const value = isShallowText(text) ? parseJson(text) : undefined;
  return (format === "evals" ? looseEvals : triggers).safeParse(value).success;
}

/**
 * An `evals.json` with the requests that should lead to `skill`. The content of `before` stays as it is, and requests that it already has
 * are not added again. If `before` is no `evals.json`, it is replaced by a new file.
 */
export function writeEvals(requests: readonly EvalRequest[], skill: string, before?: string): string {
  const value = before === undefined || !isShallowText(before) ? undefined : parseJson(before);
  const read = looseEvals.safeParse(value);
  const head = read.success ? read.data : { skill_name: skill, evals: [] };
  const known = new Set(head.evals.map(({ prompt }) => plainLine(String(prompt))));
  let id = head.evals.reduce((most, each) => Math.max(most, each.id ?? 0), 0);
  const added = requests.flatMap(({ text, expects: expected }) => {
    const isNew = expected.kind === "picks" && expected.skill === skill && !known.has(plainLine(text));
    if (!isNew) return [];
    known.add(plainLine(text));
    id++;
    return [{ id, prompt: text, expected_output: "", files: [], expectations: [] }];
  });
  return `${JSON.stringify({ ...head, evals: [...head.evals, ...added] }, null, 2)}\n`;
}
