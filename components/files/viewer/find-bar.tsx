import { type FormEvent, useId, useState } from "react";
import styles from "#components/files/code.module.css";
import { Button } from "#components/ui/button.tsx";

interface FindBarProps {
  readonly code: string;
  /** The marked line: the search continues below it. */
  readonly line: number | undefined;
  readonly onLine: (line: number) => void;
}

/** A search box for windowed text: the browser's own search finds only the rows that are drawn. */
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
        Next match
      </Button>
      <span role="status">
        {isMissing ? "No matches." : "In long files the browser's own search finds visible lines only."}
      </span>
    </form>
  );
}

/** Number of the next line after `line` that contains `wanted`, ignoring case; wraps around at the end. */
export function lineAfter(text: string, wanted: string, line: number): number | undefined {
  const [where, what] = [text.toLowerCase(), wanted.toLowerCase()];
  let start = 0;
  for (let passed = 0; passed < line; passed++) {
    const end = where.indexOf("\n", start);
    if (end === -1) return lineAt(where, where.indexOf(what));
    start = end + 1;
  }
  const below = where.indexOf(what, start);
  return lineAt(where, below === -1 ? where.indexOf(what) : below);
}

function lineAt(text: string, at: number): number | undefined {
  if (at === -1) return undefined;
  let line = 1;
  for (let end = text.indexOf("\n"); end !== -1 && end < at; end = text.indexOf("\n", end + 1)) line++;
  return line;
}
