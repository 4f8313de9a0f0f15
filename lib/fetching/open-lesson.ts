import { FailureError } from "#lib/failure.ts";
import { parseSource } from "#lib/git/source/parse-source.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { installRoot } from "#lib/harness/roots/roots.ts";
import { actionWords } from "#lib/lesson/action-words.ts";
import { actionsOf, type Lesson, type Workshop } from "#lib/lesson/lesson.ts";
import { type LessonOutline, outlinesOf } from "#lib/lesson/outline.ts";
import { ownProject, seedProject, solutionFiles } from "#lib/lesson/overlay.ts";
import { parseLesson } from "#lib/lesson/parse-lesson.ts";
import { parseWorkshop, workshopFile } from "#lib/lesson/parse-workshop.ts";
import { place } from "#lib/stage/place.ts";
import type { LessonWords } from "#lib/state/lesson.ts";
import type { FetchedSource } from "#lib/state/source.ts";
import { relativePath } from "#lib/vfs/paths.ts";
import { type Snapshot, snapshotPaths, snapshotText } from "#lib/vfs/snapshot.ts";
import type { Source } from "#lib/vfs/source.ts";

/**
 * Turns a workshop's files into the project with which one of its lessons begins: the files of its source, fetched
 * where they are in another repository, with its `seed/` over them. Throws `lesson-missing`, and what fetching the
 * source throws.
 * @param id the lesson's folder; empty for the first
 */
export async function openLesson(fetched: FetchedSource, id: string, fetchOther: FetchOther): Promise<FetchedSource> {
  const { snapshot, source } = fetched;
  const { workshop } = parseWorkshop(snapshotText(snapshot, workshopFile), snapshotPaths(snapshot));
  const lessons = workshop.lessons.map(
    (each) => parseLesson(snapshotText(snapshot, lessonFile(each)) ?? "", each).lesson,
  );
  const lesson = id === "" ? lessons[0] : lessons.find((one) => one.id === id);
  if (!lesson) {
    throw new FailureError({ code: "lesson-missing", lesson: id, label: fetched.label, lessons: workshop.lessons });
  }
  const from = lesson.source ?? workshop.source;
  const base = from === undefined ? ownProject(snapshot) : await fetchNamed(from, fetchOther);
  const profileId = lesson.profile ?? workshop.profile;
  return {
    ...fetched,
    source: source.kind === "text" ? source : { ...source, lesson: lesson.id },
    label: `${shortened(lesson.title)} · ${shortened(workshop.title)}`,
    snapshot: seedProject(snapshot, lesson, base, skillRootOf(profileId)),
    ...(profileId !== undefined && { madeFor: profileId }),
    lesson: {
      workshop: shortened(workshop.title),
      model: workshop.model,
      lessons: outlinesOf(lessons).map(shortOutline),
      id: lesson.id,
      text: snapshotText(snapshot, lessonFile(lesson.id)) ?? "",
      solution: solutionFiles(snapshot, lesson.id).files,
      ...(lesson.prompt !== undefined && { prompt: lesson.prompt }),
    },
    words: wordsOf(workshop, lessons),
  };
}

/** The most characters of a title, label or name that is kept of a workshop, whose author may have written any number. */
const longestTitle = 140;

function shortened(title: string): string {
  const text = title.toWellFormed();
  if (text.length <= longestTitle) return text;
  // Without half of a surrogate pair.
  return `${text.slice(0, longestTitle - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

function shortOutline({ steps, ...lesson }: LessonOutline): LessonOutline {
  const short = steps?.map((step) => ({
    ...step,
    title: shortened(step.title),
    checks: step.checks.map((check) => ({ ...check, label: shortened(check.label) })),
  }));
  return { ...lesson, title: shortened(lesson.title), ...(short && { steps: short }) };
}

export type FetchOther = (source: Source) => Promise<Snapshot>;

/** The folder for the skills that a lesson asks for: the harness's own, in the lesson's project. */
function skillRootOf(profileId = ""): string {
  return relativePath(place.cwd, installRoot(profileById(profileId), place, "project"));
}

function lessonFile(id: string): string {
  return `lessons/${id}/lesson.md`;
}

/** The files of the repository that a lesson is about, named as a person would name it. */
function fetchNamed(given: string, fetchOther: FetchOther): Promise<Snapshot> {
  const parsed = parseSource(given);
  if (parsed.kind === "failure") throw new FailureError(parsed.failure);
  return fetchOther(parsed.source);
}

/** Everything that the lessons of a workshop would do or say for their learner. */
function wordsOf({ title, profile }: Workshop, lessons: readonly Lesson[]): LessonWords {
  return {
    workshop: title,
    lessons: lessons.map((lesson) => ({
      title: lesson.title,
      ...(lesson.prompt !== undefined && { prompt: lesson.prompt }),
      actions: lesson.steps.flatMap(actionsOf).map((action) => {
        const text = "text" in action ? action.text : undefined;
        const label = actionWords(action, profileById(lesson.profile ?? profile ?? ""));
        return { label, ...(text !== undefined && { text }) };
      }),
    })),
  };
}
