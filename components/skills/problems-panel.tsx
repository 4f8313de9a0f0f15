import { ChevronDown, ChevronUp } from "lucide-react";
import { useState } from "react";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { plural } from "#lib/format-count.ts";
import { isOpening } from "#lib/workspace/state.ts";
import { ProblemList } from "./problem-list.tsx";
import styles from "./problems-panel.module.css";

/** Every finding under the chosen harness. Open by itself while there are errors, until a person folds it. */
export function ProblemsPanel() {
  const problems = useWorkspace((state) => state.view.problems);
  const opening = useWorkspace(isOpening);
  // On a phone the list of skills above it tells the same, and needs the room.
  const [chosen, setChosen] = useState<boolean | undefined>(() =>
    matchMedia("(max-width: 860px)").matches ? false : undefined,
  );
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const isOpen = problems.length > 0 && (chosen ?? errors > 0);
  const Arrow = isOpen ? ChevronDown : ChevronUp;
  return (
    <section className={styles.panel} aria-label="Problems">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          disabled={problems.length === 0}
          className={styles.head}
          onClick={() => setChosen(!isOpen)}
        >
          Problems
          {!opening && (
            <span className={errors > 0 ? styles.bad : styles.none}>{countText(problems.length, errors)}</span>
          )}
          {problems.length > 0 && <Arrow size={14} aria-hidden />}
        </button>
      </h2>
      {isOpen && (
        <div className={styles.body} tabIndex={0}>
          <ProblemList notices={problems} />
        </div>
      )}
    </section>
  );
}

function countText(all: number, errors: number): string {
  if (all === 0) return "none";
  const others = all - errors;
  return [errors > 0 && plural(errors, "error"), others > 0 && plural(others, "note")].filter(Boolean).join(" · ");
}
