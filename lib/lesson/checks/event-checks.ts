import type { Happening, LessonEvent } from "#lib/lesson/events.ts";
import { type Fields, oneOf, optional, type Pattern, pattern, text, type ValuesOf } from "#lib/lesson/fields.ts";
import { basename, isInside } from "#lib/vfs/paths.ts";
import { includes } from "./catalog-checks.ts";
import { type CheckKind, type CheckResult, checkKind, met, unmet } from "./check.ts";
import { code, pathIn, shortPath, type World } from "./world.ts";

interface EventKind<F extends Fields, Kind extends Happening["kind"]> {
  readonly on: Kind;
  readonly about: string;
  readonly fields: F;
  readonly short: keyof F & string;
  label(values: ValuesOf<F>): string;
  hits(values: ValuesOf<F>, event: Extract<LessonEvent, { kind: Kind }>): boolean;
  readonly takesPerson?: true;
  /** What is missing, in a sentence. `events`: the events of this kind so far, none of which meets the check. */
  near(events: readonly Extract<LessonEvent, { kind: Kind }>[], values: ValuesOf<F>): string;
}

/** A check that is met by an event since the step began. */
function eventKind<const F extends Fields, Kind extends Happening["kind"]>(kind: EventKind<F, Kind>): CheckKind {
  const isOne = (event: LessonEvent): event is Extract<LessonEvent, { kind: Kind }> => event.kind === kind.on;
  return checkKind<F>({
    about: kind.about,
    fields: kind.fields,
    short: kind.short,
    label: kind.label,
    ...(kind.takesPerson && { takesPerson: true as const }),
    hits: (values, event) => isOne(event) && kind.hits(values, event),
    test(values, { events }) {
      const ofKind = events.filter(isOne);
      return ofKind.some((event) => kind.hits(values, event)) ? met : unmet(kind.near(ofKind, values));
    },
  });
}

interface Words {
  readonly text: string | undefined;
  readonly matches: Pattern | undefined;
}

const words = { text: optional(text), matches: optional(pattern) };

/** Whether a text matches the check. A check with neither words nor an expression accepts any text. */
function says(said: string, wish: Words): boolean {
  return (wish.text === undefined || includes(said, wish.text)) && (wish.matches?.test(said) ?? true);
}

function wordsLabel(wish: Words): string {
  if (wish.text !== undefined) return ` with “${wish.text}”`;
  return wish.matches ? " that says what was asked for" : "";
}

const promptSent = eventKind({
  on: "prompt",
  about: "the learner has sent a message",
  fields: words,
  short: "text",
  label: (values) => `You have sent a message${wordsLabel(values)}`,
  hits: (values, event) => says(event.text, values),
  near: (events) => (events.length === 0 ? "Nothing has been sent yet." : "The message you sent says something else."),
});

const commandRan = eventKind({
  on: "command",
  about: "the learner has run a command",
  fields: { line: optional(text), matches: optional(pattern) },
  short: "line",
  label: ({ line }) => (line === undefined ? "You have run a command" : `You have run ${code(line)}`),
  hits: ({ line, matches }, event) =>
    (line === undefined || isCommand(event.line, line)) && (matches?.test(event.line) ?? true),
  near: ([event]) => (event ? `You ran ${code(event.line)}.` : "No command has run yet."),
});

/** Whether a line is the command, with or without arguments after it. */
function isCommand(line: string, wanted: string): boolean {
  const [given, meant] = [line.trim().replace(/\s+/g, " "), wanted.trim().replace(/\s+/g, " ")];
  return given === meant || given.startsWith(`${meant} `);
}

const skillInvoked = eventKind({
  on: "invoked",
  about: "a skill was used, by the model or the user",
  fields: { skill: text, by: optional(oneOf("model", "user")) },
  short: "skill",
  label: ({ skill, by }) =>
    by === "user" ? `You have invoked ${code(skill)}` : `${by ? "The model" : "Somebody"} used ${code(skill)}`,
  hits: ({ skill, by }, event) => isSkill(event.skill, skill) && (by === undefined || by === event.by),
  near(events, { skill }) {
    const own = events.find((event) => isSkill(event.skill, skill));
    if (own)
      return own.by === "user" ? "You invoked it; let the model choose it." : "The model chose it; invoke it yourself.";
    const other = events.at(-1);
    return other
      ? `${other.by === "user" ? "You" : "The model"} used ${code(other.skill)} instead.`
      : "No skill has been used yet.";
  },
});

function isSkill(name: string, wanted: string): boolean {
  return name === wanted || name.endsWith(`:${wanted}`);
}

const skillNotInvoked = checkKind({
  about: "a message was answered without it",
  fields: { skill: text },
  short: "skill",
  label: ({ skill }) => `A message was answered without ${code(skill)}`,
  test({ skill }, { events }): CheckResult {
    if (!events.some(({ kind }) => kind === "answer")) return unmet("No message has been answered yet.");
    // The last of several answers counts, so that a person can try again.
    const from = events.findLastIndex(({ kind }) => kind === "prompt");
    const used = events
      .slice(Math.max(0, from))
      .find((event) => event.kind === "invoked" && isSkill(event.skill, skill));
    return used ? unmet(`${code(skill)} was used for the last message.`) : met;
  },
});

const toolCalled = eventKind({
  on: "tool",
  about: "the model has called a tool, with this in its input",
  fields: { tool: text, input: optional(text) },
  short: "tool",
  label: ({ tool, input }) => `The model has called ${code(tool)}${input === undefined ? "" : ` with “${input}”`}`,
  hits: ({ tool, input }, event) => event.tool === tool && (input === undefined || includes(event.input, input)),
  near(events, { tool }) {
    const last = events.at(-1);
    if (events.some((event) => event.tool === tool)) return `It called ${code(tool)} with something else.`;
    return last ? `It called ${code(last.tool)} instead.` : "The model has called no tool yet.";
  },
});

const answerMatches = eventKind({
  on: "answer",
  about: "an answer says this",
  fields: words,
  short: "text",
  label: (values) => `The model has answered${wordsLabel(values)}`,
  hits: (values, event) => says(event.text, values),
  near: (events) => (events.length === 0 ? "There is no answer yet." : "The answer says something else."),
});

const fileRead = checkKind({
  about: "the model has read a file",
  fields: { file: text },
  short: "file",
  label: ({ file }) => `The model has read ${code(file)}`,
  hits: ({ file }, event) => event.kind === "read" && endsWith(event.path, file),
  test({ file }, world) {
    const wanted = pathIn(world, file);
    const read = world.events.flatMap((event) => (event.kind === "read" ? [event.path] : []));
    if (read.some((path) => isInside(wanted, path))) return met;
    return unmet(nearestRead(world, read));
  },
});

/** Whether a path is the one that a lesson names. The project's folder is not known here, so only the end is compared. */
function endsWith(path: string, wanted: string): boolean {
  return `/${path}`.endsWith(`/${wanted.replace(/^(?:\.\/|~\/)/, "")}`);
}

function nearestRead(world: World, read: readonly string[]): string {
  const last = read.at(-1);
  return last === undefined ? "The model has read no file yet." : `It has read ${code(shortPath(world, last))} so far.`;
}

const scriptRan = eventKind({
  on: "ran",
  about: "a script has run without a failure, by the model or the user",
  fields: { script: text, by: optional(oneOf("model", "user")) },
  short: "script",
  takesPerson: true,
  label: ({ script, by }) =>
    by === undefined
      ? `${code(script)} has run`
      : `${by === "user" ? "You have run" : "The model has run"} ${code(script)}`,
  hits: ({ script, by }, event) =>
    event.status === 0 && endsWith(event.path, script) && (by === undefined || by === event.by),
  near(events, { script, by }) {
    const own = events.findLast((event) => endsWith(event.path, script));
    if (own?.status === 0)
      return by === "user" ? "The model ran it; run it yourself." : "You ran it; have the model run it.";
    if (own) return `${code(script)} ended with exit code ${own.status}.`;
    const last = events.at(-1);
    return last ? `${code(basename(last.path))} has run instead.` : "No script has run yet.";
  },
});

export const eventChecks = {
  prompt_sent: promptSent,
  command_ran: commandRan,
  skill_invoked: skillInvoked,
  skill_not_invoked: skillNotInvoked,
  tool_called: toolCalled,
  answer_matches: answerMatches,
  file_read: fileRead,
  script_ran: scriptRan,
};
