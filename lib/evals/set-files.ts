import "#lib/chat/zod-jitless.ts";
import * as z from "zod/mini";
import { isShallowText, parseJson } from "#lib/plain-json.ts";
import { type EvalRequest, longestRequest, mostRequests, readLines } from "./requests.ts";

/** What was read from a file of requests. */
export type ReadSet =
  | {
      readonly kind: "set";
      readonly requests: readonly EvalRequest[];
      /** The skill that the file names, where it names one. */
      readonly skill?: string;
    }
  /** `because`: a clause to say to the person. */
  | { readonly kind: "refused"; readonly because: string };

/** A file of requests is that large at most, in characters. */
const longestFile = 2_000_000;

const trigger = z.object({ query: z.string(), should_trigger: z.boolean() });
/** A list of triggers, as skill-creator's `run_eval.py` takes it. */
const triggers = z.array(trigger);
/** What `run_eval.py` prints. */
const triggerResults = z.object({ skill_name: z.string(), results: triggers });
/** `evals/evals.json`, as skill-creator's `references/schemas.md` has it; of an eval only what is asked counts here. */
const evals = z.object({ skill_name: z.string(), evals: z.array(z.object({ prompt: z.string() })) });
const expects = z.union([
  z.object({ kind: z.literal("picks"), skill: z.string() }),
  z.object({ kind: z.literal("avoids"), skill: z.string() }),
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("open") }),
]);
/** This program's own, which alone can hold expectations of several skills. */
const own = z.object({ requests: z.array(z.object({ text: z.string(), expects })) });

/**
 * Reads a set of requests that anyone may have written: a list of `{query, should_trigger}`, what `run_eval.py` prints,
 * an `evals.json`, a set that `writeResults` has written, or one request a line.
 * @param skill the skill meant by requests that name none
 */
export function readSet(text: string, skill: string | undefined): ReadSet {
  if (text.length > longestFile) return refused("it is too large for a list of requests");
  const looksLikeJson = /^\s*[[{]/.test(text);
  const read = looksLikeJson ? readJson(text, skill) : { requests: readLines(text, skill) };
  if (typeof read === "string") return refused(read);
  const requests = read.requests.filter(({ text: asked }) => asked.trim() !== "");
  if (requests.length === 0) return refused("there is no request in it");
  if (requests.length > mostRequests) return refused(`it holds more than ${mostRequests} requests`);
  if (requests.some(({ text: asked }) => asked.length > longestRequest))
    return refused(`a request in it has more than ${longestRequest} characters`);
  return { kind: "set", ...read, requests };
}

function refused(because: string): ReadSet {
  return { kind: "refused", because };
}

interface Read {
  readonly requests: readonly EvalRequest[];
  readonly skill?: string;
}

/** The requests of a JSON text, or why it has none. */
function readJson(text: string, skill: string | undefined): Read | string {
  if (!isShallowText(text)) return "it is nested too deeply";
  const value = parseJson(text);
  if (value === undefined) return "it is not valid JSON";
  const list = triggers.safeParse(value);
  if (list.success)
    return skill === undefined
      ? "it does not say which skill it tests: choose the skill first"
      : { requests: list.data.map((each) => fromTrigger(each, skill)), skill };
  const results = triggerResults.safeParse(value);
  if (results.success) {
    const { skill_name, results: rows } = results.data;
    return { requests: rows.map((each) => fromTrigger(each, skill_name)), skill: skill_name };
  }
  const known = evals.safeParse(value);
  if (known.success) {
    const { skill_name, evals: tasks } = known.data;
    return {
      requests: tasks.map(({ prompt }) => ({ text: prompt, expects: { kind: "picks", skill: skill_name } })),
      skill: skill_name,
    };
  }
  const ours = own.safeParse(value);
  return ours.success
    ? { requests: ours.data.requests }
    : "it is not a list of {query, should_trigger} or an evals.json";
}

function fromTrigger({ query, should_trigger }: z.infer<typeof trigger>, skill: string): EvalRequest {
  return { text: query, expects: should_trigger ? { kind: "picks", skill } : { kind: "avoids", skill } };
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
