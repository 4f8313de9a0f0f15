import type { Keeping } from "#lib/keeping/keeping.ts";
import type { CheckResult } from "#lib/lesson/checks/check.ts";
import type { Happening } from "#lib/lesson/events.ts";
import { checksOf, type Lesson, type Step } from "#lib/lesson/lesson.ts";
import { beginLesson, type LessonProgress, openStep, pass, record, stepOf } from "#lib/lesson/progress.ts";
import { revise } from "#lib/lesson/revise.ts";
import { marks } from "#lib/report/compare/marks.ts";
import type { LessonTexts } from "#lib/state/lesson.ts";
import type { StateStore } from "#lib/state/slices.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import type { Tree } from "#lib/tree/tree.ts";
import type { Chat } from "#lib/workspace/conversation/chat.ts";
import { happeningsIn, type KeyedHappening } from "./happenings.ts";
import { changedFiles, lessonIn } from "./lesson-files.ts";
import type { Lessons } from "./lessons.ts";
import { type LookNeeds, lookAt, worldOf } from "./look.ts";

export interface RunNeeds extends LookNeeds {
  readonly lessons: Lessons;
  readonly chat: Chat;
  readonly keeping: Keeping;
  /** The state on which checks depend; they are evaluated again whenever it has changed. */
  readonly store: StateStore;
  readonly closed: AbortSignal;
}

type Compared = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What a running lesson remembers outside the state. */
interface Run {
  readonly needs: RunNeeds;
  /** The conversation that was last examined. */
  conversationId?: string;
  /** Keys of the events that were already recorded. */
  readonly counted: Set<string>;
  /** The comparison of harnesses over exactly these files, for checks that need it. */
  compared?: { readonly files: WorkspaceState["files"]; readonly result?: Compared };
  news?: string;
  texts?: LessonTexts;
}

/** Runs the lesson of a workspace until it is closed: evaluates its checks whenever something has changed. */
export function runLesson(needs: RunNeeds): void {
  const run: Run = { needs, counted: new Set() };
  needs.lessons.run({
    dismissNews() {
      delete run.news;
      look(run);
    },
  });
  needs.store.subscribe((state, before) => {
    if (inputs.some((name) => state[name] !== before[name])) look(run);
  });
  look(run);
}

const inputs = [
  "files",
  "view",
  "conversation",
  "profileId",
  "mounts",
  "lessonProgress",
  "phase",
  "storage",
  "ownRuns",
] as const;

function look(run: Run): void {
  const { needs } = run;
  const { mounts } = needs.tree.state();
  const { phase } = needs.store.getState();
  const { lesson: shown, lessonProgress } = needs.lessons.state();
  const mount = mounts.find(({ lesson }) => lesson);
  if (!mount?.lesson || phase.kind !== "ready") {
    if (shown) needs.lessons.show({ lesson: undefined });
    return;
  }
  const start = performance.now();
  const texts = mount.lesson;
  const { progress, results } = assess(run, texts);
  const isSame = shown?.texts === texts && isSameResults(shown.results, results) && shown.news === run.news;
  if (isSame && progress === lessonProgress) return;
  const { lesson, faults } = lessonIn(texts);
  const took = performance.now() - start;
  const more = { ...(run.news !== undefined && { news: run.news }), ...(shown?.canUndo && { canUndo: true as const }) };
  needs.lessons.show({
    lessonProgress: progress,
    ...(!isSame && { lesson: { mountId: mount.id, texts, lesson, faults, results, took, ...more } }),
  });
  if (progress !== lessonProgress) needs.lessons.save();
}

interface Assessed {
  readonly progress: LessonProgress;
  readonly results: ReadonlyMap<string, CheckResult>;
}

/**
 * The progress with all events since the last evaluation, and the results of the checks. A read-only tab adds nothing.
 */
function assess(run: Run, texts: LessonTexts): Assessed {
  const { needs } = run;
  const { lessonProgress } = needs.lessons.state();
  const { storage } = needs.keeping.state();
  const isReadOnly = storage.kind === "elsewhere";
  const { lesson } = lessonIn(texts);
  const told = withNews(run, revised(run, lesson, texts, lessonProgress), isReadOnly);
  const step = stepOf(lesson, told);
  if (!step) return { progress: told, results: noResults };
  const opened = isReadOnly ? told : opening(needs.tree, told, step);
  const results = resultsOf(run, opened, step);
  const met = [...results].filter(([, { isMet }]) => isMet).map(([id]) => id);
  return { progress: isReadOnly ? opened : pass(opened, step, met, Date.now()), results };
}

const noResults: ReadonlyMap<string, CheckResult> = new Map();

/** The progress in the lesson's present version; changes by an update are reported. */
function revised(run: Run, lesson: Lesson, texts: LessonTexts, known: LessonProgress | undefined): LessonProgress {
  const before = run.texts;
  run.texts = texts;
  if (!known) return beginLesson(lesson);
  if (before === texts) return known;
  // An author who writes in the followed folder knows what they have changed.
  const isOwn = run.needs.store.getState().live.size > 0;
  const { progress, news } = revise(known, lesson, before && !isOwn ? lessonIn(before).lesson : undefined);
  if (news !== undefined) run.news = news;
  return progress;
}

/** Records the events in the conversation since the last evaluation. A read-only tab records nothing. */
function withNews(run: Run, progress: LessonProgress, isReadOnly: boolean): LessonProgress {
  const happened = freshIn(run);
  return isReadOnly ? progress : record(progress, happened, Date.now());
}

/**
 * The events that were not recorded yet. When a conversation is shown, at first or again, everything in any of its
 * branches was recorded when it happened. Decided by content and not by time: clocks are set back.
 */
function freshIn(run: Run): readonly Happening[] {
  const { conversation, conversationId, branches } = run.needs.chat.state();
  const { view } = run.needs.harness.state();
  const isAnother = run.conversationId !== conversationId;
  run.conversationId = conversationId;
  const known = isAnother ? [...branches.map(({ message }) => message), ...conversation.messages] : [];
  for (const { key } of happeningsIn(known, view.discovery.skills)) run.counted.add(key);
  const own = run.needs.store.getState().ownRuns.map(({ key, path, status }): KeyedHappening => {
    return { key, what: { kind: "ran", path, status, by: "user" } };
  });
  const all = [...happeningsIn(conversation.messages, view.discovery.skills), ...own];
  const fresh = all.filter(({ key }) => !run.counted.has(key));
  for (const { key } of fresh) run.counted.add(key);
  return fresh.map(({ what }) => what);
}

function opening(tree: Tree, progress: LessonProgress, { id }: Step): LessonProgress {
  const isOpen = progress.step === id && progress.opened.some(({ step }) => step === id);
  return isOpen ? progress : openStep(progress, id, changedFiles(tree));
}

function resultsOf(run: Run, progress: LessonProgress, step: Step): ReadonlyMap<string, CheckResult> {
  const { needs } = run;
  const { view } = needs.harness.state();
  return lookAt(step, worldOf(needs, progress, step, comparedFor(run, step)), view.stale);
}

/** The comparison of harnesses over the files, computed anew in the background once they have changed. */
function comparedFor(run: Run, step: Step): Compared | undefined {
  if (checksOf(step).every(({ compares }) => compares.length === 0)) return undefined;
  const { files } = run.needs.tree.state();
  if (run.compared?.files === files) return run.compared.result;
  run.compared = { files };
  void run.needs.harness.compare({ signal: run.needs.closed }).then((comparison) => {
    if (!comparison || run.compared?.files !== files) return;
    const result = new Map(
      comparison.columns.map(({ profileId }, column) => {
        const outcomes = new Map<string, readonly string[]>();
        for (const { folder, verdicts } of comparison.skills) {
          const { kind, name } = verdicts[column] ?? { kind: "outside" as const };
          const word = kind === "renamed" ? `renamed to ${name}` : marks[kind].word;
          outcomes.set(folder, [...(outcomes.get(folder) ?? []), word].sort());
        }
        return [profileId, new Map([...outcomes].map(([folder, words]) => [folder, words.join(" and ")]))] as const;
      }),
    );
    run.compared = { files, result };
    look(run);
  });
  return undefined;
}

function isSameResults(one: ReadonlyMap<string, CheckResult>, other: ReadonlyMap<string, CheckResult>): boolean {
  if (one.size !== other.size) return false;
  return [...one].every(([id, result]) => {
    const now = other.get(id);
    return now?.isMet === result.isMet && (now.isMet || result.isMet || now.near === result.near);
  });
}
