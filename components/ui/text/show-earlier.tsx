import { ArrowUp } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { plural } from "#lib/format-count.ts";
import styles from "./show-earlier.module.css";

interface ShowEarlierProps {
  /** How many are not drawn; with 0, nothing is shown. */
  readonly hidden: number;
  /** Singular noun for what is shown: `message`. */
  readonly noun: string;
  readonly onShow: () => void;
}

/** A button above the end of a long list that shows more of it. */
export function ShowEarlier({ hidden, noun, onShow }: ShowEarlierProps) {
  if (hidden === 0) return null;
  return (
    <p className={styles.earlier}>
      <Button size="small" onClick={onShow}>
        <ArrowUp size={13} aria-hidden /> Show earlier
      </Button>{" "}
      {plural(hidden, `earlier ${noun}`)}
    </p>
  );
}

interface Latest<Item> {
  readonly shown: readonly Item[];
  /** How many come before the shown items; also the index of the first shown one. */
  readonly hidden: number;
  showEarlier(): void;
}

/**
 * The end of a list that only grows: about `count` items, and more for each request. It moves in steps of half of `count`, so that
 * new items do not shift what a person reads.
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
