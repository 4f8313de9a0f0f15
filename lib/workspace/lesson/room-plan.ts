import { type StepOutline, stepsOf } from "#lib/lesson/outline.ts";
import { type PlannedStep, type RoomPlan, roomLimits } from "#lib/room/room.ts";
import { pinnedWorkshop } from "#lib/state/mount.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { lessonIn, lessonMount } from "./lesson-files.ts";

/**
 * The workshop of the open lesson, as a room needs it; `undefined` where it has no address that learners could open.
 */
export function roomPlan(tree: Tree): RoomPlan | undefined {
  const mount = lessonMount(tree.state());
  const workshop = mount && pinnedWorkshop(mount);
  if (!mount?.lesson || workshop === undefined) return undefined;
  const { id, lessons, workshop: title } = mount.lesson;
  const open = stepsOf(lessonIn(mount.lesson).lesson);
  return {
    workshop,
    title: line(title),
    lessons: lessons.slice(0, roomLimits.lessons).map((lesson) => ({
      id: lesson.id,
      title: line(lesson.title),
      steps: plannedSteps(lesson.id === id ? open : (lesson.steps ?? [])),
    })),
  };
}

function plannedSteps(steps: readonly StepOutline[]): PlannedStep[] {
  return steps.slice(0, roomLimits.steps).map((step) => ({
    id: step.id,
    title: line(step.title),
    checks: step.checks.map(({ id, label }) => ({ id, label: line(label) })),
  }));
}

/** A text as one line of bounded length. */
function line(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, " ")
    .slice(0, roomLimits.text)
    .toWellFormed()
    .replaceAll("\ufffd", "");
}
