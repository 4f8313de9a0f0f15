import { type Check, met, unmet } from "./checks/check.ts";
import {
  count,
  type Field,
  type Fields,
  flag,
  optional,
  projectFile,
  readFields,
  text,
  texts,
  type ValuesOf,
} from "./fields.ts";
import type { Action, Quiz } from "./lesson.ts";
import { fault, type Reading, type Yaml } from "./read-yaml.ts";

interface ActionVerb<F extends Fields = Fields> {
  readonly fields: F;
  readonly short: keyof F & string;
  make(values: ValuesOf<F>): Action;
}

function actionVerb<const F extends Fields>(verb: ActionVerb<F>): ActionVerb {
  return verb as unknown as ActionVerb;
}

/** Every verb that an `action` block may have. */
const actionVerbs: Readonly<Record<string, ActionVerb>> = {
  open: actionVerb({
    fields: { file: text, line: optional(count) },
    short: "file",
    make({ file, line: given }) {
      // `src/a.ts:3` and `src/a.ts:3-9`, as people write a position in a file.
      const [, path = file, first, last] = /^(.+?):L?(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(file) ?? [];
      const line = given ?? (first === undefined ? undefined : Number(first));
      if (line === undefined) return { verb: "open", file: path };
      return { verb: "open", file: path, line, ...(Number(last) > line && { endLine: Number(last) }) };
    },
  }),
  select: actionVerb({ fields: { skill: text }, short: "skill", make: ({ skill }) => ({ verb: "select", skill }) }),
  insert: actionVerb({
    fields: { file: projectFile, after: optional(text), text },
    short: "text",
    make: ({ after, ...rest }) => ({ verb: "insert", ...rest, ...(after !== undefined && { after }) }),
  }),
  replace: actionVerb({
    fields: {
      file: projectFile,
      old: text,
      text: { ...text, read: (value) => (value.kind === "text" ? value.text : undefined) },
    },
    short: "text",
    make: (values) => ({ verb: "replace", ...values }),
  }),
  prompt: actionVerb({ fields: { text }, short: "text", make: (values) => ({ verb: "prompt", ...values }) }),
  command: actionVerb({ fields: { line: text }, short: "line", make: (values) => ({ verb: "command", ...values }) }),
  profile: actionVerb({
    fields: { profile: text },
    short: "profile",
    make: (values) => ({ verb: "profile", ...values }),
  }),
  compare: actionVerb({
    fields: { profiles: optional(texts) },
    short: "profiles",
    make: ({ profiles = [] }) => ({ verb: "compare", profiles }),
  }),
  reveal: actionVerb({ fields: { what: optional(text) }, short: "what", make: () => ({ verb: "reveal" }) }),
  report: actionVerb({ fields: { what: optional(text) }, short: "what", make: () => ({ verb: "report" }) }),
};

const allVerbs = Object.keys(actionVerbs).join(", ");

/** The action in a mapping of one verb, with `say` for the author's words beside it. */
export function readAction(given: Yaml, reading: Reading): Action | undefined {
  if (given.kind !== "map") return fault(reading, given.line, `An action is one verb: ${allVerbs}`);
  const [verb, ...more] = [...given.entries].filter(([key]) => key !== "say");
  if (!verb) return fault(reading, given.line, `A verb is missing: ${allVerbs}`);
  const [name, { line, value }] = verb;
  const known = Object.hasOwn(actionVerbs, name) ? actionVerbs[name] : undefined;
  if (!known) return fault(reading, line, `“${name}” is not an action; allowed: ${allVerbs}`);
  if (more[0]) return fault(reading, more[0][1].line, `An action has one verb, and “${more[0][0]}” is a second key`);
  const isBare = value.kind !== "map";
  const isNothing = value.kind === "text" && value.text === "";
  const entries = isNothing ? new Map() : new Map([[known.short, { line, value }]]);
  const values = readFields(known.fields, isBare ? { kind: "map", line: value.line, entries } : value, reading);
  const say = given.entries.get("say")?.value;
  if (!values) return undefined;
  return { ...known.make(values as never), ...(say?.kind === "text" && say.text !== "" && { says: say.text }) };
}

const choice = { text, right: optional(flag), why: optional(text) };

const choices: Field<Quiz["choices"]> = {
  what: "a list of two to eight choices, each with “text”",
  read(value, reading) {
    if (value.kind !== "list" || value.items.length < 2 || value.items.length > 8) return undefined;
    const read = value.items.flatMap((item) => {
      const values = item.kind === "map" ? readFields(choice, item, reading) : undefined;
      if (!values) return [];
      return [
        { text: values.text, isRight: values.right === true, ...(values.why !== undefined && { why: values.why }) },
      ];
    });
    return read.length === value.items.length ? read : undefined;
  },
};

/** A question with its choices, and a check that is met by choosing one of the right ones. */
export function readQuiz(given: Yaml, id: string, reading: Reading): { quiz: Quiz; check: Check } | undefined {
  if (given.kind !== "map") return fault(reading, given.line, "A quiz has “ask” and “choices”");
  const quiz = readFields({ ask: text, choices }, given, reading);
  if (!quiz) return undefined;
  if (!quiz.choices.some(({ isRight }) => isRight)) return fault(reading, given.line, "No choice is “right: true”");
  const check: Check = {
    id,
    kind: "quiz",
    line: given.line,
    label: quiz.ask,
    compares: [],
    hits: (event) => event.kind === "quiz" && event.check === id && event.isRight,
    test({ events }) {
      const answers = events.filter((event) => event.kind === "quiz" && event.check === id);
      if (answers.some((event) => event.kind === "quiz" && event.isRight)) return met;
      return unmet(answers.length === 0 ? "Choose an answer." : "Not quite: choose another.");
    },
  };
  return { quiz, check };
}
