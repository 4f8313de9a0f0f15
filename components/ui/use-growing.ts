import { useEffect, useState } from "react";

/** Rows that are drawn well within a frame's half on a slow machine. */
const step = 40;

/**
 * The part of a long list that is drawn already: a screenful at once, more with every task, until all is
 * there. So 2,000 rows never hold up a click, and still every row ends up in the page, to be found by
 * the browser's search and counted by a screen reader. Rows should be memoised.
 */
export function useGrowing<Item>(items: readonly Item[]): readonly Item[] {
  const [drawn, setDrawn] = useState(step);
  const isWhole = drawn >= items.length;
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => setDrawn(drawn + step));
    return () => clearTimeout(timer);
  }, [isWhole, drawn]);
  return isWhole ? items : items.slice(0, drawn);
}
