import { type RefObject, startTransition, useEffect, useState } from "react";

/** Rows that fill a panel: what a person waits for. */
const screenful = 16;
/** Rows that are drawn well within a frame's half on a slow machine. */
const step = 40;

/** Rows that are drawn unasked. Each that is added lays out all of them anew, and each that goes is taken out by itself. */
const mostUnasked = 200;

/** The part of a long list that is drawn. */
interface Growing<Item> {
  readonly drawn: readonly Item[];
  /** How many wait until a person asks for more, or comes to the end of what is drawn. */
  readonly hidden: number;
  showMore(): void;
}

/**
 * The part of a long list that is drawn: a screenful at once, more with every task, up to two hundred rows, and as many more
 * each time that is asked. So 5,000 rows never hold up a click. Rows should be memoised.
 * @param upTo how many have to be drawn in any case: those up to the one that a person has chosen elsewhere
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
