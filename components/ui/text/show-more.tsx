import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { useSeen } from "#components/ui/progressive-drawing.ts";
import { plural } from "#lib/format-count.ts";
import styles from "./show-more.module.css";

interface ShowMoreProps {
  /** How many are not drawn; with 0, nothing is shown. */
  readonly hidden: number;
  /** Singular noun for what is listed: `skill`. */
  readonly noun: string;
  readonly onShow: () => void;
}

/** The last item of a list that is drawn in part; shows more when pressed or scrolled to. */
export function ShowMore({ hidden, noun, onShow }: ShowMoreProps) {
  // A new key for each part, because an element reports only once that it was in sight.
  return hidden === 0 ? null : <MoreItem key={hidden} hidden={hidden} noun={noun} onShow={onShow} />;
}

function MoreItem({ hidden, noun, onShow }: ShowMoreProps) {
  const item = useRef<HTMLLIElement>(null);
  const isSeen = useSeen(item);
  const show = useEffectEvent(onShow);
  useEffect(() => {
    if (isSeen) show();
  }, [isSeen]);
  return (
    <li ref={item} className={styles.more}>
      <Button size="small" onClick={onShow}>
        Show more
      </Button>{" "}
      {plural(hidden, `more ${noun}`)}
    </li>
  );
}
