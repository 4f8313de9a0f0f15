import { useRef, useState } from "react";

const most = 200;

/** Lines that were run since the page was loaded. */
const lines: string[] = [];

export type History = ReturnType<typeof useHistory>;

/** The text of the command box, and the history that the arrow keys walk. */
export function useHistory() {
  const [text, setText] = useState("");
  /** Index of the history line in the box; the length means the line being typed. */
  const at = useRef(lines.length);
  const typed = useRef("");
  const type = (next: string) => {
    setText(next);
    typed.current = next;
    at.current = lines.length;
  };
  return {
    text,
    type,
    /** Adds a line that is run and empties the box for the next; the arrow up brings the line back. */
    add(line: string) {
      if (lines.at(-1) !== line) lines.push(line);
      if (lines.length > most) lines.shift();
      type("");
    },
    walk(step: 1 | -1) {
      at.current = Math.min(lines.length, Math.max(0, at.current + step));
      setText(lines[at.current] ?? typed.current);
    },
    last: () => lines.at(-1),
  };
}
