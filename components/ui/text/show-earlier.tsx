import { ArrowUp } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { plural } from "#components/ui/format.ts";
import styles from "./show-earlier.module.css";

interface ShowEarlierProps {
  /** How many are not drawn; with none, nothing is shown. */
  readonly hidden: number;
  /** What they are, for one: `message`. */
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
