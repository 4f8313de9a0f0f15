import { interpretLine } from "#lib/harness/invocation/interpret-line.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Action, Step } from "#lib/lesson/lesson.ts";
import { type LessonProgress, openStep, record, resetStep, skip, stepOf } from "#lib/lesson/progress.ts";
import { place } from "#lib/stage/place.ts";
import { readText } from "#lib/vfs/files.ts";
import { resolvePath } from "#lib/vfs/paths.ts";
import { chooseProfile, harnessSession } from "#lib/workspace/conversation/skills-actions.ts";
import { keepUnsent, submitLine } from "#lib/workspace/conversation/workspace-chat.ts";
import { type Core, currentProfile, type WorkspaceChat } from "#lib/workspace/core.ts";
import { applyFix } from "#lib/workspace/files/fixing.ts";
import { changedFiles, filesBefore, filesNow, isOfProject, putFiles, tellOutside } from "./lesson-files.ts";
import { dismissNews, keepProgress } from "./run-lesson.ts";

/** What is done in a lesson: the verbs of its buttons, and of its steps. */
export type LessonVerb =
  | { readonly do: "go"; readonly step: string }
  /** A button of the lesson. Those that only show something are the screen's own. */
  | { readonly do: "act"; readonly action: Action }
  | { readonly do: "answer"; readonly check: string; readonly choice: number; readonly isRight: boolean }
  | { readonly do: "hint" | "skip" | "solve" | "restore" | "reset" | "undo" | "dismiss" };

/** Does what a learner asked for; `said` is a sentence where something else came of it. */
export async function performVerb(core: Core, chat: WorkspaceChat, verb: LessonVerb): Promise<string | undefined> {
  const { lesson, lessonProgress: progress } = core.store.getState();
  const step = lesson && progress && stepOf(lesson.lesson, progress);
  if (!lesson || !progress || !step) return undefined;
  switch (verb.do) {
    case "go":
      forgetUndo(core);
      return keep(core, openStep(progress, verb.step, changedFiles(core)));
    case "act":
      return act(core, chat, verb.action);
    case "answer": {
      const { check, choice, isRight } = verb;
      return keep(core, record(progress, [{ kind: "quiz", check, choice, isRight }], Date.now()));
    }
    case "hint":
      return keep(core, record(progress, [{ kind: "hint", step: step.id }], Date.now()));
    case "skip":
      return keep(core, skip(progress, step.id, Date.now()));
    case "solve":
      return solve(core, progress, step);
    case "restore":
      return restore(core, progress);
    case "reset":
      return reset(core, progress, step);
    case "undo":
      return undoReset(core);
    case "dismiss":
      dismissNews(core);
      return undefined;
  }
}

function keep(core: Core, lessonProgress: LessonProgress): undefined {
  core.store.setState({ lessonProgress });
  keepProgress(core);
}

/** Puts the solution in place of the learner's files, which are kept, and takes down that it did. */
async function solve(core: Core, progress: LessonProgress, step: Step): Promise<string | undefined> {
  const { lesson } = core.store.getState();
  const solution = lesson?.texts.solution ?? [];
  if (solution.length === 0) return "This lesson brings no solution to show.";
  const mine =
    progress.mine ??
    filesNow(
      core,
      solution.map(({ path }) => path),
    );
  const shown = record(progress, [{ kind: "solution", step: step.id }], Date.now());
  // Taken down first, so that no check that the files turn green counts as the learner's.
  keep(core, { ...shown, mine });
  return putFiles(core, solution);
}

async function restore(core: Core, { mine = [], ...progress }: LessonProgress): Promise<string | undefined> {
  keep(core, progress);
  return putFiles(core, mine);
}

interface Undo {
  readonly progress: LessonProgress;
  readonly files: ReturnType<typeof filesNow>;
}

const undos = new WeakMap<Core, Undo>();

/** Gives the project back the files that it had when the step was opened, and opens its checks again. */
async function reset(core: Core, progress: LessonProgress, step: Step): Promise<string | undefined> {
  const then = progress.opened.find((one) => one.step === step.id)?.changed ?? [];
  const files = filesBefore(core, then);
  undos.set(core, {
    progress,
    files: filesNow(
      core,
      files.map(({ path }) => path),
    ),
  });
  const { mine: _, ...rest } = progress;
  const said = await putFiles(core, files);
  keep(core, resetStep(rest, step, Date.now()));
  markUndo(core, true);
  return said;
}

async function undoReset(core: Core): Promise<undefined> {
  const undo = undos.get(core);
  if (!undo) return;
  undos.delete(core);
  markUndo(core, false);
  await putFiles(core, undo.files);
  keep(core, undo.progress);
}

/** What was reset in a step cannot be taken back from another: it would take what was done since along. */
function forgetUndo(core: Core): void {
  if (undos.delete(core)) markUndo(core, false);
}

function markUndo({ store }: Core, can: boolean): void {
  const { lesson } = store.getState();
  if (!lesson) return;
  const { canUndo: _, ...rest } = lesson;
  store.setState({ lesson: can ? { ...rest, canUndo: true } : rest });
}

async function act(core: Core, chat: WorkspaceChat, action: Action): Promise<string | undefined> {
  switch (action.verb) {
    case "prompt":
      return fill(core, action.text);
    case "command":
      return command(core, chat, action.line);
    case "profile": {
      if (profileById(action.profile).id !== action.profile)
        return `There is no harness called ${action.profile} here.`;
      await chooseProfile(core, action.profile);
      return undefined;
    }
    case "insert":
    case "replace":
      return change(core, action);
    default:
      return undefined;
  }
}

/** Puts text into the message box, where it waits for the person. */
function fill(core: Core, text: string): undefined {
  keepUnsent(core, { messageText: text });
}

/**
 * Runs a command of the harness. What would go to the model, or would write outside the lesson's project, is only put into
 * the message box: sending it is the person's own doing.
 */
async function command(core: Core, chat: WorkspaceChat, line: string): Promise<string | undefined> {
  const result = interpretLine(currentProfile(core), harnessSession(core), line);
  if (result.kind !== "command") {
    fill(core, line);
    return "It is in the message box. Send it when you like.";
  }
  const outside = result.writes.find(({ path }) => !isOfProject(core, path));
  if (outside) {
    fill(core, line);
    return `It stands in the message box, because it changes ${outside.path}, outside the lesson's project. Send it when you like.`;
  }
  await submitLine(core, chat, line);
  return undefined;
}

async function change(
  core: Core,
  action: Extract<Action, { verb: "insert" | "replace" }>,
): Promise<string | undefined> {
  const { files } = core.store.getState();
  const path = resolvePath(place.cwd, action.file);
  if (!isOfProject(core, path)) return tellOutside(path);
  const before = readText(files, path);
  const after = changed(before, action);
  if (after === undefined)
    return `${action.file} no longer has the text that this changes. Reset the step to start over.`;
  await applyFix(core, {
    label: `${action.verb === "insert" ? "Insert into" : "Change"} ${action.file}`,
    moves: [],
    writes: [{ path, text: after }],
  });
  return undefined;
}

/** A file's text with the change; `undefined` where it does not fit. Inserting twice changes nothing. */
function changed(
  before: string | undefined,
  action: Extract<Action, { verb: "insert" | "replace" }>,
): string | undefined {
  const { text } = action;
  if (action.verb === "replace") {
    if (before?.includes(action.old)) return before.replace(action.old, () => text);
    return before?.includes(text) && text !== "" ? before : undefined;
  }
  if (before === undefined) return action.after === undefined ? text : undefined;
  if (before.includes(text)) return before;
  if (action.after === undefined) return `${before}${before === "" || before.endsWith("\n") ? "" : "\n"}${text}`;
  const at = before.indexOf(action.after);
  if (at < 0) return undefined;
  const end = at + action.after.length;
  return `${before.slice(0, end)}\n${text.replace(/\n$/, "")}${before.slice(end)}`;
}
