import { type RefObject, startTransition, useEffect, useState } from "react";

/** Rows that fill a panel: what a person waits for. */
const screenful = 16;
/** Rows that a slow machine draws in less than half a frame. */
const step = 40;

/** Most rows drawn unasked. Each added row lays out all of them again, and each removed row is removed by itself. */
const mostUnasked = 200;

/** The part of a long list that is drawn. */
interface Growing<Item> {
  readonly drawn: readonly Item[];
  /** Number of items not drawn until a person asks for more, or scrolls to the end. */
  readonly hidden: number;
  showMore(): void;
}

/**
 * Draws a long list in parts: a screenful at once, more with every task, up to two hundred rows, and as many more for each request. So
 * 5,000 rows never block a click. Rows should be memoised.
 * @param upTo number of items that have to be drawn in any case, up to the one that a person has chosen elsewhere
 */
export function useGrowing<Item>(items: readonly Item[], upTo = 0): Growing<Item> {
  const [asked, setAsked] = useState(mostUnasked);
  const wanted = Math.min(items.length, Math.max(asked, upTo));
  const drawn = Math.min(wanted, useGrowingCount(wanted, screenful, step));
  return {
    drawn: drawn >= items.length ? items : items.slice(0, drawn),
    hidden: items.length - wanted,
    showMore: () => setAsked(wanted + mostUnasked),
  };
}

/** How many of `total` parts to draw by now: `first` at once, `more` with every task. */
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

/** Whether an element has come into or near the viewport since it was first drawn. */
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

/** One observer for all elements: the browser checks every observer in every frame, and a list may have thousands of items. */
function sharedObserver(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) onSeen.get(target)?.();
    },
    { rootMargin: "200px" },
  );
  return observer;
}
