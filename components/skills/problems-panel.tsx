import { ChevronDown, ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { plural } from "#lib/format-count.ts";
import { candidatesNow } from "#lib/stage/pending.ts";
import { ProblemList } from "./problem-list.tsx";
import { isWorthOpening } from "./problems.ts";
import styles from "./problems-panel.module.css";

/**
 * Every finding under the chosen harness, a row per kind, above the list of skills: for an author who fixes a kind in many files at once. A
 * skill's row shows its own problems, so this panel opens by itself only for problems that no row can show.
 */
export function ProblemsPanel() {
  const view = useWorkspace((state) => state.view);
  const { problems } = view;
  const [chosen, setChosen] = useState<boolean>();
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const isOnlyHere = useMemo(() => {
    const listed = new Set(candidatesNow(view).map(({ location }) => location));
    return isWorthOpening(view.problems, listed);
  }, [view]);
  if (problems.length === 0) return null;
  const isOpen = chosen ?? isOnlyHere;
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <section className={styles.panel} aria-label="Problems">
      <h2>
        <button type="button" aria-expanded={isOpen} className={styles.head} onClick={() => setChosen(!isOpen)}>
          <Arrow size={14} aria-hidden />
          Problems
          <span className={errors > 0 ? styles.bad : styles.none}>{countText(problems.length, errors)}</span>
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
  const others = all - errors;
  return [errors > 0 && plural(errors, "error"), others > 0 && plural(others, "note")].filter(Boolean).join(" · ");
}
