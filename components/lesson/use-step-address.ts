import { useEffect, useEffectEvent } from "react";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import type { Lesson } from "#lib/lesson/lesson.ts";
import { uriDecoded } from "#lib/vfs/uri.ts";

/**
 * Keeps the current step in the address, one history entry per step: back and forward move between the steps. A read-only tab follows the
 * tab that is worked in, and moves nowhere by itself.
 */
export function useStepAddress({ steps }: Lesson, step: string | undefined): void {
  const { lessonVerb } = useActions();
  const isReadOnly = useReadOnlyTab();
  const follow = useEffectEvent(() => {
    if (isReadOnly) return;
    const wanted = uriDecoded(location.hash.slice(1)) ?? "";
    if (wanted !== step && steps.some(({ id }) => id === wanted)) void lessonVerb({ do: "go", step: wanted });
  });
  useEffect(() => {
    // A link may name the step to begin with.
    follow();
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, []);
  const tell = useEffectEvent((shown: string) => {
    const before = uriDecoded(location.hash.slice(1)) ?? "";
    if (before === shown) return;
    const address = `#${encodeURIComponent(shown)}`;
    // An entry that names no step of the lesson is replaced; any other step gets an entry of its own.
    if (isReadOnly || before === "" || !steps.some(({ id }) => id === before)) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  });
  useEffect(() => {
    if (step !== undefined) tell(step);
  }, [step]);
}
