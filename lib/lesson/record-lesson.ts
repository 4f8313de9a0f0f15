import type { Happening } from "./events.ts";

/** What somebody did in the lab, as material for a lesson. */
export interface Recording {
  readonly title: string;
  readonly profile: string;
  /** The address from which the same files can be opened, as a person would paste it; absent: the files become the seed. */
  readonly source?: string;
  /** With `source`: the folders of the skills that were installed; absent: the whole source is the project. */
  readonly skills?: readonly string[];
  /** What happened in the conversation, in order. Paths inside the project are relative to its folder. */
  readonly happened: readonly Happening[];
  /** Files that were changed, relative to the project's folder. */
  readonly changed: readonly string[];
}

/** The lesson's text: each thing done becomes a step with its button and its checks, and a place for the author's words. */
export function lessonText(recording: Recording): string {
  const steps = [...recording.changed.slice(0, mostSteps).map(changeStep), ...chatSteps(recording.happened)];
  const head = [
    "---",
    `title: ${quoted(recording.title)}`,
    `profile: ${recording.profile}`,
    ...(recording.source === undefined ? [] : [`source: ${quoted(recording.source)}`]),
    ...(recording.skills ? [`skills: [${recording.skills.map(quoted).join(", ")}]`] : []),
    "---",
    "Say in a line or two what this lesson is about.",
  ];
  return `${[head.join("\n"), ...(steps.length > 0 ? steps : [emptyStep]), ""].join("\n\n")}`;
}

export function workshopText({ title, profile }: Pick<Recording, "title" | "profile">): string {
  return `version: 1\ntitle: ${quoted(title)}\nprofile: ${profile}\nmodel: any\n`;
}

const mostSteps = 20;
const emptyStep =
  "## First step\n\nSay what the learner does here. Then add a button and a check: `/guide/workshops` lists them.";

function changeStep(file: string): string {
  return [
    `## Change ${file.slice(file.lastIndexOf("/") + 1)}`,
    "Say what to change, and why.",
    block("action", `open: ${quoted(file)}`),
    block("check", `file_changed: ${quoted(file)}`),
  ].join("\n\n");
}

/** A step for each message and command, with checks on what happened before the next one. */
function chatSteps(happened: readonly Happening[]): readonly string[] {
  const starts = happened.flatMap(({ kind }, index) => (kind === "prompt" || kind === "command" ? [index] : []));
  return starts.slice(0, mostSteps).map((start, number) => {
    const [first, ...rest] = happened.slice(start, starts[number + 1]);
    return first?.kind === "command" ? commandStep(first.line) : promptStep(first, rest);
  });
}

function commandStep(line: string): string {
  return [
    "## Run a command",
    block("action", `command: ${quoted(line)}`),
    block("check", `command_ran: ${quoted(line)}`),
  ].join("\n\n");
}

function promptStep(first: Happening | undefined, rest: readonly Happening[]): string {
  const text = first?.kind === "prompt" ? first.text : "";
  const invoked = rest.find((event) => event.kind === "invoked");
  const read = [...new Set(rest.flatMap((event) => (event.kind === "read" ? [event.path] : [])))];
  const checks = [
    ...(invoked?.kind === "invoked"
      ? [`skill_invoked: { skill: ${quoted(invoked.skill)}, by: ${invoked.by} }`]
      : [`prompt_sent: ${quoted(text.slice(0, 60).trim())}`]),
    ...read
      .filter((path) => !/SKILL\.md$/i.test(path))
      .slice(0, 3)
      .map((path) => `file_read: ${quoted(path)}`),
  ];
  const ran = [...new Set(rest.flatMap((event) => (event.kind === "ran" && event.status === 0 ? [event.path] : [])))];
  checks.push(...ran.slice(0, 3).map((path) => `script_ran: ${quoted(path)}`));
  return [
    invoked?.kind === "invoked" ? `## Put ${invoked.skill} to use` : "## Ask for something",
    "Say what to look at in the answer.",
    block("action", `prompt: ${quoted(text)}`),
    ...checks.map((check) => block("check", check)),
  ].join("\n\n");
}

function block(language: string, yaml: string): string {
  return `\`\`\`${language}\n${yaml}\n\`\`\``;
}

/** A text as a YAML scalar on one line: JSON is YAML. */
function quoted(text: string): string {
  return /^[\w./~][\w./~ -]*[\w./~]$/.test(text) && !/^(?:true|false|null|yes|no|on|off|~)$|^[\d.]+$/i.test(text)
    ? text
    : JSON.stringify(text);
}
