import "#lib/zod-jitless.ts";
import * as z from "zod/mini";
import { logLimits } from "#lib/lesson/events.ts";
import { lessonLimits } from "#lib/lesson/lesson.ts";
import { isLessonId } from "#lib/share/link-rules.ts";
import { mountLimits, pathObjection } from "#lib/vfs/limits.ts";
import * as stored from "../lesson-shapes.ts";
import { few, ruled, text } from "./manifest-fields.ts";

// A lesson and its progress, as in a workspace file. A lesson's buttons write files, and so do *Show solution*, *Back
// to my version* and *Reset*: none of them may name a path outside the project.

const mostChecks = lessonLimits.steps * (lessonLimits.blocks + 1);
const files = (shape: typeof stored.lessonFile) =>
  few(shape.check(z.refine(({ path }) => pathObjection(path) === undefined)), mountLimits.files);

export const lessonTexts = z.extend(stored.lessonTexts, {
  workshop: text(300),
  lessons: few(z.object({ id: ruled(isLessonId), title: text(10_000) }), lessonLimits.lessons),
  id: ruled(isLessonId),
  solution: few(
    z.object({ path: ruled((one) => pathObjection(one) === undefined), text: z.string() }),
    mountLimits.files,
  ),
});

export const lessonProgress = z.extend(stored.lessonProgress, {
  opened: few(z.extend(stored.openedStep, { changed: z.optional(files(stored.lessonFile)) }), mostChecks),
  passed: few(stored.passedCheck, mostChecks),
  skipped: few(text(10_000), mostChecks),
  log: z.object({ events: few(stored.lessonEvent, logLimits.events), next: stored.count }),
  mine: z.optional(files(stored.lessonFile)),
  known: few(text(10_000), mostChecks),
});
