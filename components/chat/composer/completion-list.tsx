import { useEffect } from "react";
import { VisibleName } from "#components/ui/visible-text.tsx";
import type { CompletionState } from "./completion.ts";
import styles from "./composer.module.css";

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** What can stand after the slash. The focus stays in the box, which points at the marked option. */
export function CompletionList({ id, completion }: { id: string; completion: CompletionState }) {
  const { options, active, accept } = completion;
  useEffect(() => {
    if (options.length > 0) document.getElementById(optionId(id, active))?.scrollIntoView({ block: "nearest" });
  }, [id, active, options]);
  if (options.length === 0) return null;
  return (
    <div id={id} role="listbox" aria-label="Commands and skills" className={styles.options}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the message box's, which keeps the focus
        <div
          key={option.insert}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.option}
          // Keeps the focus in the box.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => accept(option)}
        >
          <code>
            <VisibleName text={option.label} />
          </code>
          <span>
            <VisibleName text={option.detail} form="text" />
          </span>
        </div>
      ))}
    </div>
  );
}
