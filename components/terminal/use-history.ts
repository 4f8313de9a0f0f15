import { useRef, useState } from "react";

const most = 200;

/** Lines that were run, of this page. */
const lines: string[] = [];

export type History = ReturnType<typeof useHistory>;

/** What stands in the command's box, and the lines before it, which the arrow keys walk. */
export function useHistory() {
  const [text, setText] = useState("");
  /** Where in the lines the box stands; their end is what is being typed. */
  const at = useRef(lines.length);
  const typed = useRef("");
  return {
    text,
    type(next: string) {
      setText(next);
      typed.current = next;
      at.current = lines.length;
    },
    /** Notes a line that is run; it stays in the box, to be run again with something added. */
    add(line: string) {
      if (lines.at(-1) !== line) lines.push(line);
      if (lines.length > most) lines.shift();
      at.current = lines.length;
    },
    walk(step: 1 | -1) {
      at.current = Math.min(lines.length, Math.max(0, at.current + step));
      setText(lines[at.current] ?? typed.current);
    },
    last: () => lines.at(-1),
  };
}
