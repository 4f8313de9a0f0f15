import { useEffect, useEffectEvent } from "react";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import type { Lesson } from "#lib/lesson/lesson.ts";

/**
 * Keeps the step in the address, one entry of the history each: back and forward walk through the steps. A tab that only looks
 * follows the one that is worked in, and walks nowhere by itself.
 */
export function useStepAddress({ steps }: Lesson, step: string | undefined): void {
  const { lessonVerb } = useActions();
  const isReadOnly = useReadOnlyTab();
  const follow = useEffectEvent(() => {
    if (isReadOnly) return;
    const wanted = stepIn(location.hash);
    if (wanted !== step && steps.some(({ id }) => id === wanted)) void lessonVerb({ do: "go", step: wanted });
  });
  useEffect(() => {
    // A link may name the step to begin with.
    follow();
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, []);
  const tell = useEffectEvent((shown: string) => {
    const before = stepIn(location.hash);
    if (before === shown) return;
    const address = `#${encodeURIComponent(shown)}`;
    // A link's step is on its way to be shown; a step that is no more gives way.
    if (isReadOnly || before === "" || !steps.some(({ id }) => id === before)) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  });
  useEffect(() => {
    if (step !== undefined) tell(step);
  }, [step]);
}

function stepIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    // Half a character: no step is called so.
    return "";
  }
}
