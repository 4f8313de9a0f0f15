import { useState } from "react";
import { useHasLesson, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { WorkspaceState } from "#lib/state/state.ts";

/** The columns beside the middle. */
export type Side = "left" | "right";

export interface Folded {
  readonly left: boolean;
  readonly right: boolean;
  unfold(side: Side): void;
}

/**
 * Which columns are folded. The first step of a workshop shows only its text and the conversation; skills and files, and the context,
 * unfold once they contain something that the learner asked for, and then stay open.
 */
export function useFolded(): Folded {
  const hasLesson = useHasLesson();
  const needsLeft = useWorkspace(needsFiles);
  const needsRight = useWorkspace(needsContext);
  const [unfolded, setUnfolded] = useState({ left: false, right: false });
  const all = { left: unfolded.left || needsLeft, right: unfolded.right || needsRight };
  // What was there before the lesson is not something that the learner asked for.
  if (hasLesson && (all.left !== unfolded.left || all.right !== unfolded.right)) setUnfolded(all);
  return {
    left: hasLesson && !all.left,
    right: hasLesson && !all.right,
    unfold: (side) => setUnfolded({ ...all, [side]: true }),
  };
}

function needsFiles(state: WorkspaceState): boolean {
  return !isFirstStep(state) || state.selection.skill !== undefined || state.selection.file !== undefined;
}

function needsContext(state: WorkspaceState): boolean {
  return !isFirstStep(state) || state.selection.skill !== undefined || state.conversation.messages.length > 0;
}

/** Whether the learner is at the beginning of a workshop. While its lesson is being opened that is unknown, and counts as the beginning. */
function isFirstStep({ mounts, lesson, lessonProgress }: WorkspaceState): boolean {
  const texts = mounts[0]?.lesson;
  if (!texts || texts.lessons[0]?.id !== texts.id) return false;
  return !lesson || !lessonProgress || lessonProgress.step === lesson.lesson.steps[0]?.id;
}
