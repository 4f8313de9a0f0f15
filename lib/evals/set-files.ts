import "#lib/chat/zod-jitless.ts";
import * as z from "zod/mini";
import { isShallowText, parseJson } from "#lib/plain-json.ts";
import { type ReadCases, readCases } from "./formats/cases.ts";
import { looksLikeDocument } from "./formats/document.ts";
import { type EvalRequest, longestRequest, mostRequests, readLines } from "./requests.ts";

/** What was read from a file of requests. */
export type ReadSet =
  | {
      readonly kind: "set";
      readonly requests: readonly EvalRequest[];
      /** The skill that the file names, where it names one. */
      readonly skill?: string;
      /** What of the file is kept there and not run, in sentences. */
      readonly notRun?: readonly string[];
    }
  /** `because`: a clause to say to the person. */
  | { readonly kind: "refused"; readonly because: string };

/** A file of requests is that large at most, in characters. */
const longestFile = 2_000_000;

/** A list of triggers, as skill-creator's `run_eval.py` takes it. */
const triggers = z.array(z.object({ query: z.string(), should_trigger: z.boolean() }));
const expects = z.union([
  z.object({ kind: z.literal("picks"), skill: z.string() }),
  z.object({ kind: z.literal("avoids"), skill: z.string() }),
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("open") }),
]);
/** This program's own, which alone can hold expectations of several skills. */
const own = z.object({
  requests: z.array(z.object({ text: z.string(), expects, accepts: z.optional(z.array(z.string())) })),
});

/**
 * Reads a set of requests that anyone may have written: in a format of others (`formats/`), a set that `writeResults` has written, or one
 * request a line.
 * @param skill the skill meant by requests that name none
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
 * Reads a set of requests as cases, with all that a document of others has of each.
 * @returns why it cannot be read, as a clause, where it cannot
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

/** The requests of a set of others, or why it has none. */
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

/** The requests about one skill as a list of `{query, should_trigger}`; near misses that name another skill are such for this one. */
export function writeTriggers(requests: readonly EvalRequest[], skill: string): string {
  const list = requests.flatMap(({ text, expects: expected }) => {
    if (expected.kind === "open") return [];
    return [{ query: text, should_trigger: expected.kind === "picks" && expected.skill === skill }];
  });
  return `${JSON.stringify(list, null, 2)}\n`;
}

const looseEvals = z.looseObject({ evals: z.array(z.looseObject({ id: z.optional(z.number()) })) });

/** The formats of sets that skill authors keep in a skill's own folder: `evals.json`, and a list of triggers. */
export type SetFormat = "evals" | "triggers";

/** Whether a text is a set of this format, be it an empty one: one that may be written anew. */
export function holdsSet(text: string, format: SetFormat): boolean {
  const value = isShallowText(text) ? parseJson(text) : undefined;
  return (format === "evals" ? looseEvals : triggers).safeParse(value).success;
}

/**
 * An `evals.json` with the requests that should lead to `skill`. What the file `before` holds stays as it is: requests that
 * stand in it already are not added again. A `before` that is no `evals.json` is replaced by a new one.
 */
export function writeEvals(requests: readonly EvalRequest[], skill: string, before?: string): string {
  const value = before === undefined || !isShallowText(before) ? undefined : parseJson(before);
  const read = looseEvals.safeParse(value);
  const head = read.success ? read.data : { skill_name: skill, evals: [] };
  const known = new Set(head.evals.map((each) => each.prompt));
  let id = Math.max(0, ...head.evals.map((each) => each.id ?? 0));
  const added = requests.flatMap(({ text, expects: expected }) => {
    const isNew = expected.kind === "picks" && expected.skill === skill && !known.has(text);
    if (!isNew) return [];
    known.add(text);
    id++;
    return [{ id, prompt: text, expected_output: "", files: [], expectations: [] }];
  });
  return `${JSON.stringify({ ...head, evals: [...head.evals, ...added] }, null, 2)}\n`;
}
