import { type FormEvent, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import styles from "./code-view.module.css";
import { lineAfter } from "./line-after.ts";

interface FindBarProps {
  readonly code: string;
  /** The line that is marked: the search goes on below it. */
  readonly line: number | undefined;
  readonly onLine: (line: number) => void;
}

/** A search in a text of which only the lines in sight are in the page, where the browser's own does not reach. */
export function FindBar({ code, line, onLine }: FindBarProps) {
  const id = useId();
  const [wanted, setWanted] = useState("");
  const [isMissing, setMissing] = useState(false);
  function find(event: FormEvent) {
    event.preventDefault();
    if (wanted === "") return;
    const found = lineAfter(code, wanted, line ?? 0);
    setMissing(found === undefined);
    if (found !== undefined) onLine(found);
  }
  return (
    <form className={styles.find} aria-label="Find in this file" onSubmit={find}>
      <label htmlFor={id}>
        Find
        <input
          id={id}
          value={wanted}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setWanted(event.target.value);
            setMissing(false);
          }}
        />
      </label>
      <Button size="small" type="submit">
        Next line with it
      </Button>
      <span role="status">
        {isMissing ? "Not in this text." : "Long: the browser's own search sees only the lines in sight."}
      </span>
    </form>
  );
}
