import { type ParsedLesson, parseLesson } from "#lib/lesson/parse-lesson.ts";
import type { LessonTexts } from "#lib/state/lesson.ts";

const parsed = new WeakMap<LessonTexts, ParsedLesson>();

/** The lesson of these texts, read once. */
export function lessonIn(texts: LessonTexts): ParsedLesson {
  const known = parsed.get(texts) ?? parseLesson(texts.text, texts.id);
  parsed.set(texts, known);
  return known;
}
