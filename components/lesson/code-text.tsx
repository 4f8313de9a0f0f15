import type { ReactNode } from "react";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";

/** A sentence of the lesson; words between backquotes are shown as code. */
export function CodeText({ text }: { text: string }): ReactNode {
  return text.split("`").map((part, index) => {
    const key = index;
    return index % 2 === 1 ? <VisibleName as="code" key={key} text={part} /> : <VisibleName key={key} text={part} />;
  });
}
