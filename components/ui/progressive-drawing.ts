import { type RefObject, useEffect, useState } from "react";

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
    const timer = setTimeout(() => setDrawn(drawn + more));
    return () => clearTimeout(timer);
  }, [isWhole, drawn, more]);
  return drawn;
}

/** Whether an element has come into sight, or near it, since it was drawn first. */
export function useSeen(ref: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: "200px" },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isSeen, ref]);
  return isSeen;
}
