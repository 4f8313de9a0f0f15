import { useState } from "react";

interface Latest<Item> {
  readonly shown: readonly Item[];
  /** How many come before those: also the place of the first that is shown. */
  readonly hidden: number;
  showEarlier(): void;
}

/**
 * The end of a list that only grows: some `count` items, and so many more each time that is asked. In steps of half of
 * them, so that what a person reads is not moved by each that comes.
 */
export function useLatest<Item>(items: readonly Item[], count: number): Latest<Item> {
  const [wanted, setWanted] = useState(count);
  const step = Math.ceil(count / 2);
  const hidden = Math.max(0, Math.ceil((items.length - wanted - step) / step) * step);
  return {
    shown: hidden === 0 ? items : items.slice(hidden),
    hidden,
    showEarlier: () => setWanted(wanted + 2 * count),
  };
}
