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
 * Which columns are folded away. The first step of a workshop has its text and the conversation alone; skills and files, and
 * the context, unfold once something is in them that the learner asked for, and stay.
 */
export function useFolded(): Folded {
  const hasLesson = useHasLesson();
  const needsLeft = useWorkspace(needsFiles);
  const needsRight = useWorkspace(needsContext);
  const [unfolded, setUnfolded] = useState({ left: false, right: false });
  const all = { left: unfolded.left || needsLeft, right: unfolded.right || needsRight };
  // What stands there before the lesson does is not what its learner asked for.
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

/** Whether somebody is at the beginning of a workshop. While its lesson is being opened nobody knows yet, so it counts as such. */
function isFirstStep({ mounts, lesson, lessonProgress }: WorkspaceState): boolean {
  const texts = mounts[0]?.lesson;
  if (!texts || texts.lessons[0]?.id !== texts.id) return false;
  return !lesson || !lessonProgress || lessonProgress.step === lesson.lesson.steps[0]?.id;
}
