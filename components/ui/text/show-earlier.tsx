import { ArrowUp } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { plural } from "#lib/format-count.ts";
import styles from "./show-earlier.module.css";

interface ShowEarlierProps {
  /** How many are not drawn; with none, nothing is shown. */
  readonly hidden: number;
  /** Singular noun for what is shown: `message`. */
  readonly noun: string;
  readonly onShow: () => void;
}

/** Stands before the end of a long list, and brings more of it. */
export function ShowEarlier({ hidden, noun, onShow }: ShowEarlierProps) {
  if (hidden === 0) return null;
  return (
    <p className={styles.earlier}>
      <Button size="small" onClick={onShow}>
        <ArrowUp size={13} aria-hidden /> Show earlier
      </Button>{" "}
      {plural(hidden, `earlier ${noun}`)} not drawn
    </p>
  );
}

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
