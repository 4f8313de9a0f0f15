import { type RefObject, startTransition, useEffect, useState } from "react";

/** Rows that fill a panel: what a person waits for. */
const screenful = 16;
/** Rows that are drawn well within a frame's half on a slow machine. */
const step = 40;

/**
 * The part of a long list that is drawn already: a screenful at once, more with every task, until all is
 * there. So 2,000 rows never hold up a click, and still every row ends up in the page, to be found by
 * the browser's search and counted by a screen reader. Rows should be memoised.
 */
export function useGrowing<Item>(items: readonly Item[]): readonly Item[] {
  const drawn = useGrowingCount(items.length, screenful, step);
  return drawn >= items.length ? items : items.slice(0, drawn);
}

/** How many of `total` parts are to be drawn by now: `first` at once, `more` with every task. */
export function useGrowingCount(total: number, first: number, more: number): number {
  const [drawn, setDrawn] = useState(first);
  const isWhole = drawn >= total;
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + more)));
    return () => clearTimeout(timer);
  }, [isWhole, drawn, more]);
  return drawn;
}

/** Whether an element has come into sight, or near it, since it was drawn first. */
export function useSeen(ref: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (isSeen || !element) return;
    const observer = sharedObserver();
    onSeen.set(element, () => setSeen(true));
    observer.observe(element);
    return () => {
      onSeen.delete(element);
      observer.unobserve(element);
    };
  }, [isSeen, ref]);
  return isSeen;
}

const onSeen = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** One for all: the browser asks each observer anew with every frame, and of the items of a list there may be thousands. */
function sharedObserver(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) onSeen.get(target)?.();
    },
    { rootMargin: "200px" },
  );
  return observer;
}
