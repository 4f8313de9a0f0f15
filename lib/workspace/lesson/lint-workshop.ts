import { failureOf } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { type FetchOther, openLesson } from "#lib/fetching/open-lesson.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { type Action, actionsOf, checksOf, type Step } from "#lib/lesson/lesson.ts";
import { type LessonLink, linksIn, outsideLinks, projectPathOf } from "#lib/lesson/links.ts";
import { solutionFiles } from "#lib/lesson/overlay.ts";
import { parseLesson } from "#lib/lesson/parse-lesson.ts";
import { parseWorkshop, workshopFile } from "#lib/lesson/parse-workshop.ts";
import { beginLesson } from "#lib/lesson/progress.ts";
import { place } from "#lib/stage/place.ts";
import type { FetchedSource } from "#lib/state/source.ts";
import { resolvePath } from "#lib/vfs/paths.ts";
import { type Snapshot, snapshotPaths, snapshotText } from "#lib/vfs/snapshot.ts";
import { lessonIn } from "./lesson-files.ts";
import { lookAt, worldOf } from "./look.ts";
import { type LessonTrial, tryLesson } from "./try-lesson.ts";

/** A problem that an author should know of. An error keeps a learner from passing; a warning may be intended. */
export interface Finding {
  readonly severity: "error" | "warning";
  /** Path inside the workshop. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** A sentence without its full stop. */
  readonly message: string;
}

export interface LintedLesson {
  readonly id: string;
  readonly title: string;
  /** Approximate duration of the lesson. */
  readonly minutes: number;
  readonly checks: number;
  /** Links to other sites, once each. They are not requested. */
  readonly links: readonly LessonLink[];
  readonly findings: readonly Finding[];
}

export interface LintedWorkshop {
  readonly title: string;
  readonly findings: readonly Finding[];
  readonly lessons: readonly LintedLesson[];
}

export interface LintOptions {
  readonly fetchOther: FetchOther;
  readonly signal: AbortSignal;
  /** Called before each lesson and after the last, with what is found so far and the number of all lessons. */
  readonly onProgress?: (soFar: LintedWorkshop, total: number) => void;
}

/**
 * Tries every lesson of a workshop with the demo model, like a learner who presses each button, sends what is filled
 * in, answers correctly and is shown the solution where a check is still open. Rejects with `cancelled` only.
 */
export async function lintWorkshop(snapshot: Snapshot, label: string, options: LintOptions): Promise<LintedWorkshop> {
  const { workshop, faults } = parseWorkshop(snapshotText(snapshot, workshopFile), snapshotPaths(snapshot));
  const total = workshop.lessons.length;
  const source: FetchedSource = { source: { kind: "upload", name: label }, label, snapshot, notices: [] };
  let linted: LintedWorkshop = { title: workshop.title, findings: faults.map(asError), lessons: [] };
  for (const id of workshop.lessons) {
    options.onProgress?.(linted, total);
    linted = { ...linted, lessons: [...linted.lessons, await lintLesson(source, id, options)] };
  }
  options.onProgress?.(linted, total);
  return linted;
}

async function lintLesson(workshop: FetchedSource, id: string, options: LintOptions): Promise<LintedLesson> {
  const text = snapshotText(workshop.snapshot, `lessons/${id}/lesson.md`) ?? "";
  const { lesson, faults } = parseLesson(text, id);
  const solution = solutionFiles(workshop.snapshot, id);
  const findings: Finding[] = [...faults, ...solution.faults].map(asError);
  const report = (severity: Finding["severity"], line: number, message: string) =>
    findings.push({ severity, file: `lessons/${id}/lesson.md`, line, message });
  const checks = lesson.steps.reduce((sum, step) => sum + checksOf(step).length, 0);
  try {
    const project = await openLesson(workshop, id, options.fetchOther);
    await walk(project, report, options.signal);
  } catch (caught) {
    const failure = failureOf(caught);
    if (!failure || failure.code === "cancelled") throw caught;
    report("error", 1, `Its source cannot be opened: ${failureParts(failure).what.replace(/\.$/, "")}`);
  }
  return {
    id,
    title: lesson.title,
    minutes: minutesFor(lesson.steps),
    checks,
    links: outsideLinks(lesson),
    findings,
  };
}

function asError(fault: Omit<Finding, "severity">): Finding {
  return { severity: "error", ...fault };
}

type Report = (severity: Finding["severity"], line: number, message: string) => void;

async function walk(project: FetchedSource, report: Report, signal: AbortSignal): Promise<void> {
  const trial = await tryLesson(project, signal);
  try {
    const steps = project.lesson ? lessonIn(project.lesson).lesson.steps : [];
    for (const step of steps) reportMetAtFirst(trial, step, report);
    for (const step of steps) {
      await trial.perform({ do: "go", step: step.id });
      reportLinks(trial, step, report);
      // The model's writes are denied first, as a careful learner would, and then allowed, since a check may require
      // that.
      await pressAll(trial, step, { report, allows: false });
      if (openChecks(trial, step).length > 0) {
        await trial.perform({ do: "solve" });
        await pressAll(trial, step, { report: () => undefined, allows: true });
      }
      await compared(trial, step);
      reportOpen(trial, step, project, report);
    }
  } finally {
    trial.close();
  }
}

/** Reports checks that are met before anybody has done anything: they teach nothing, unless they are there to be seen. */
function reportMetAtFirst(trial: LessonTrial, step: Step, report: Report): void {
  const { lesson } = trial.lessons.state();
  if (!lesson) return;
  const results = lookAt(step, worldOf(trial, beginLesson(lesson.lesson), step, undefined), false);
  for (const { id, kind, line } of checksOf(step)) {
    if (results.get(id)?.isMet) report("warning", line, `This ${kind} is met before the learner has done anything`);
  }
}

interface Pressing {
  readonly report: Report;
  readonly allows: boolean;
}

/** Presses every button of a step, sends what that puts into the message box, and chooses the right answers. */
async function pressAll(trial: LessonTrial, step: Step, pressing: Pressing): Promise<void> {
  for (const block of step.blocks) {
    if (block.kind === "action") await press(trial, block.action, block.line, pressing);
    if (block.kind !== "quiz") continue;
    const choice = block.quiz.choices.findIndex(({ isRight }) => isRight);
    await trial.perform({ do: "answer", check: block.check.id, choice, isRight: true });
  }
}

async function press(trial: LessonTrial, action: Action, line: number, { report, allows }: Pressing): Promise<void> {
  const objection = objectionTo(trial, action);
  if (objection !== undefined) return void report("error", line, objection);
  const said = await trial.perform({ do: "act", action });
  if (said !== undefined) report(action.verb === "command" ? "warning" : "error", line, said.replace(/\.$/, ""));
  if (action.verb === "prompt" || (action.verb === "command" && said !== undefined)) await trial.send(allows);
}

/** Why a button would do nothing; `undefined` where it works. */
function objectionTo({ tree, harness, lessons }: LessonTrial, action: Action): string | undefined {
  const { files } = tree.state();
  const { view } = harness.state();
  const { lesson } = lessons.state();
  const isHarness = (id: string) => profiles.some((profile) => profile.id === id);
  const known = profiles.map(({ id }) => id).join(", ");
  switch (action.verb) {
    case "open":
      return files.stat(resolvePath(place.cwd, action.file))
        ? undefined
        : `There is no file ${action.file} to open here`;
    case "select": {
      const { skill: name } = action;
      const isThere = view.discovery.candidates.some(({ skill, folder }) => skill?.name === name || folder === name);
      return isThere ? undefined : `There is no skill ${name} to show here`;
    }
    case "profile":
      return isHarness(action.profile) ? undefined : `There is no harness ${action.profile}; there are: ${known}`;
    case "compare": {
      const stranger = action.profiles.find((id) => !isHarness(id));
      return stranger === undefined ? undefined : `There is no harness ${stranger}; there are: ${known}`;
    }
    case "reveal":
      return lesson?.texts.solution.length === 0 ? "There is no solution/ to show here" : undefined;
    default:
      return undefined;
  }
}

/** Reports links in a step's text that point into the project and lead nowhere. */
function reportLinks({ tree }: LessonTrial, step: Step, report: Report): void {
  const { files } = tree.state();
  for (const link of linksIn({ steps: [step] })) {
    const path = projectPathOf(link);
    if (path === undefined || files.stat(resolvePath(place.cwd, path))) continue;
    report("error", link.line, `The link to ${link.target} leads nowhere`);
  }
}

/** Milliseconds to wait for harnesses, where a check compares them. */
const longestComparison = 20_000;

/** Resolves when no open check of the step waits for the comparison of harnesses. */
async function compared(trial: LessonTrial, step: Step): Promise<void> {
  const { store, closed, lessons } = trial;
  const isWaiting = () => {
    const results = lessons.state().lesson?.results;
    return openChecks(trial, step).some(({ id, compares }) => {
      const result = results?.get(id);
      return compares.length > 0 && result?.isMet === false && result.isUnknown;
    });
  };
  if (!isWaiting()) return;
  const over = Promise.withResolvers<void>();
  const stop = store.subscribe(() => isWaiting() || over.resolve());
  const timer = setTimeout(over.resolve, longestComparison);
  closed.addEventListener("abort", () => over.resolve());
  await over.promise;
  clearTimeout(timer);
  stop();
}

function openChecks({ lessons }: LessonTrial, step: Step) {
  const passed = new Set(lessons.state().lessonProgress?.passed.map(({ check }) => check));
  return checksOf(step).filter(({ id }) => !passed.has(id));
}

function reportOpen(trial: LessonTrial, step: Step, { lesson }: FetchedSource, report: Report): void {
  const results = trial.lessons.state().lesson?.results;
  for (const check of openChecks(trial, step)) {
    if (check.takesPerson) continue;
    const result = results?.get(check.id);
    const near = result && !result.isMet ? `: ${result.near.replace(/\.$/, "")}` : "";
    if (check.hits && lesson?.model === "any") {
      report(
        "warning",
        check.line,
        `With the demo model, the step's buttons do not bring this ${check.kind} about${near}`,
      );
    } else report("error", check.line, `Neither the solution nor the step's buttons meet this ${check.kind}${near}`);
  }
}

/** Words read in a minute, and minutes that a check or an action takes. */
const pace = { words: 160, check: 0.4, action: 0.3 };

function minutesFor(steps: readonly Step[]): number {
  const words = steps
    .flatMap(({ blocks }) => blocks)
    .map((block) => (block.kind === "text" ? block.markdown : block.kind === "quiz" ? JSON.stringify(block.quiz) : ""))
    .join(" ")
    .split(/\s+/).length;
  const done = steps.reduce(
    (sum, step) => sum + checksOf(step).length * pace.check + actionsOf(step).length * pace.action,
    0,
  );
  return Math.max(1, Math.round(words / pace.words + done));
}
