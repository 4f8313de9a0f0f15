import type { Editing } from "#lib/editing/editing.ts";
import { interpretLine } from "#lib/harness/invocation/interpret-line.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Action, Step } from "#lib/lesson/lesson.ts";
import { type LessonProgress, openStep, record, resetStep, skip, stepOf, undoReset } from "#lib/lesson/progress.ts";
import { place } from "#lib/stage/place.ts";
import type { Composer } from "#lib/tree/composer.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { readText } from "#lib/vfs/files.ts";
import { resolvePath } from "#lib/vfs/paths.ts";
import type { Harness } from "#lib/view/harness.ts";
import type { Chat } from "#lib/workspace/conversation/chat.ts";
import type { Lessons } from "#lib/workspace/lesson/lessons.ts";
import {
  changedFiles,
  editsTo,
  filesNow,
  isOfProject,
  type LessonFileNeeds,
  putFiles,
  type ResetEdits,
  resetEdits,
  tellOutside,
  undoEdits,
} from "./lesson-files.ts";

export interface VerbNeeds extends LessonFileNeeds {
  readonly tree: Tree;
  readonly harness: Harness;
  readonly editing: Editing;
  readonly composer: Composer;
  readonly chat: Chat;
  readonly lessons: Lessons;
}

/** What a learner can do in a lesson: the verbs of its buttons and of its steps. */
export type LessonVerb =
  | { readonly do: "go"; readonly step: string }
  /** A button of the lesson. Buttons that only show something are handled by the screen itself. */
  | { readonly do: "act"; readonly action: Action }
  | { readonly do: "answer"; readonly check: string; readonly choice: number; readonly isRight: boolean }
  | { readonly do: "hint" | "skip" | "solve" | "restore" | "reset" | "undo" | "dismiss" };

/** Does what a learner asked for. Resolves to a sentence where the result differs from what the button says. */
export async function performVerb(needs: VerbNeeds, verb: LessonVerb): Promise<string | undefined> {
  const { lesson, lessonProgress: progress } = needs.lessons.state();
  const step = lesson && progress && stepOf(lesson.lesson, progress);
  if (!lesson || !progress || !step) return undefined;
  switch (verb.do) {
    case "go":
      // A reset in one step cannot be undone from another: that would also undo what was done since.
      needs.lessons.keepUndo(undefined);
      return keep(needs, openStep(progress, verb.step, changedFiles(needs.tree)));
    case "act":
      return act(needs, verb.action);
    case "answer": {
      const { check, choice, isRight } = verb;
      return keep(needs, record(progress, [{ kind: "quiz", check, choice, isRight }], Date.now()));
    }
    case "hint":
      return keep(needs, record(progress, [{ kind: "hint", step: step.id }], Date.now()));
    case "skip":
      return keep(needs, skip(progress, step.id, Date.now()));
    case "solve":
      return solve(needs, progress, step);
    case "restore":
      return restore(needs, progress);
    case "reset":
      return reset(needs, progress, step);
    case "undo":
      return needs.lessons.undo();
    case "dismiss":
      needs.lessons.dismissNews();
      return undefined;
  }
}

function keep(needs: VerbNeeds, lessonProgress: LessonProgress): undefined {
  needs.lessons.keep(lessonProgress);
}

/** Replaces the learner's files, which are kept, by the solution, and records that. */
async function solve(needs: VerbNeeds, progress: LessonProgress, step: Step): Promise<string | undefined> {
  const { lesson } = needs.lessons.state();
  const solution = lesson?.texts.solution ?? [];
  if (solution.length === 0) return "This lesson has no solution to show.";
  const mine =
    progress.mine ??
    filesNow(
      needs.tree.state().files,
      solution.map(({ path }) => path),
    );
  const shown = record(progress, [{ kind: "solution", step: step.id }], Date.now());
  // Recorded first, so that no check that the files satisfy counts as the learner's.
  keep(needs, { ...shown, mine });
  return putFiles(needs, editsTo(solution));
}

/** Puts the learner's own files back, which are kept until they are written. */
async function restore(needs: VerbNeeds, progress: LessonProgress): Promise<string | undefined> {
  const said = await putFiles(needs, editsTo(progress.mine ?? []));
  const { mine: _, ...now } = needs.lessons.state().lessonProgress ?? progress;
  keep(needs, now);
  return said;
}

/**
 * Restores the project's files from when the step was opened, and opens its checks again. Files that were too much to
 * keep stay: without what the earlier steps had changed, they could only be put back to the lesson's beginning.
 */
async function reset(needs: VerbNeeds, progress: LessonProgress, step: Step): Promise<string | undefined> {
  const opened = progress.opened.find((one) => one.step === step.id);
  const isTooMuch = opened !== undefined && opened.changed === undefined;
  const edits = isTooMuch ? unchanged : resetEdits(needs.tree, opened?.changed ?? []);
  const said = await putFiles(needs, edits.back);
  // Read after the wait, in which more may have happened.
  const { mine, ...rest } = needs.lessons.state().lessonProgress ?? progress;
  keep(needs, resetStep(isTooMuch && mine ? { ...rest, mine } : rest, step, Date.now()));
  // A second click finds nothing to put back: the files are still those of the reset before.
  const earlier = edits.back.length === 0 ? needs.lessons.keptUndo() : undefined;
  needs.lessons.keepUndo(async () => {
    const stays = await undoEdits(needs, edits);
    keep(needs, undoReset(needs.lessons.state().lessonProgress ?? progress, progress, step));
    return (await earlier?.()) ?? stays;
  });
  return isTooMuch ? "Your changes were too large to keep when this step was opened, so the files stay." : said;
}

const unchanged: ResetEdits = { back: [], again: [] };

async function act(needs: VerbNeeds, action: Action): Promise<string | undefined> {
  switch (action.verb) {
    case "prompt":
      return fill(needs, action.text);
    case "command":
      return command(needs, action.line);
    case "profile": {
      if (profileById(action.profile).id !== action.profile)
        return `There is no harness called ${action.profile} here.`;
      await needs.harness.choose(action.profile);
      return undefined;
    }
    case "insert":
    case "replace":
      return change(needs, action);
    default:
      return undefined;
  }
}

/** Puts text into the message box, where it waits for the person. */
function fill(needs: VerbNeeds, text: string): undefined {
  needs.composer.put(needs.composer.filledWith(text));
}

/**
 * Runs a command of the harness. One that would go to the model, or would write outside the lesson's project, is only
 * put into the message box: the person sends it.
 */
async function command(needs: VerbNeeds, line: string): Promise<string | undefined> {
  const result = interpretLine(needs.harness.profile(), needs.harness.session(), line);
  if (result.kind !== "command") {
    fill(needs, line);
    return "It is in the message box. Send it when you are ready.";
  }
  const outside = result.writes.find(({ path }) => !isOfProject(needs.tree, path));
  if (outside) {
    fill(needs, line);
    return `It is in the message box, because it changes ${outside.path}, outside the lesson's project. Send it when you are ready.`;
  }
  await needs.chat.submit(line);
  return undefined;
}

async function change(
  needs: VerbNeeds,
  action: Extract<Action, { verb: "insert" | "replace" }>,
): Promise<string | undefined> {
  const { files } = needs.tree.state();
  const path = resolvePath(place.cwd, action.file);
  if (!isOfProject(needs.tree, path)) return tellOutside(path);
  const before = readText(files, path);
  const after = changed(before, action);
  if (after === undefined)
    return `${action.file} no longer has the text that this changes. Reset the step to start over.`;
  await needs.editing.applyFix({
    label: `${action.verb === "insert" ? "Insert into" : "Change"} ${action.file}`,
    moves: [],
    writes: [{ path, text: after }],
  });
  return undefined;
}

/** A file's text with the change; `undefined` where the change does not fit. Inserting twice changes nothing. */
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
