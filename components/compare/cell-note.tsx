import { Button } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { formatCount, plural } from "#lib/format-count.ts";
import type { ComparedSkill, HarnessColumn } from "#lib/report/compare/comparison.ts";
import { type Pattern, patternText } from "#lib/report/compare/patterns.ts";
import styles from "./cell-note.module.css";
import { VerdictMark } from "./verdict-mark.tsx";

interface CellNoteProps {
  readonly skill: ComparedSkill;
  readonly at: number;
  readonly columns: readonly HarnessColumn[];
  readonly onOpen: () => void;
}

/** Explains the mark that has the focus or the pointer. Its button says the same to assistive technology. */
export function CellNote({ skill, at, columns, onOpen }: CellNoteProps) {
  const verdict = skill.verdicts[at];
  const label = columns[at]?.label ?? "";
  if (!verdict) return null;
  return (
    <div className={styles.note}>
      <p className={styles.what}>
        <VisibleName as="strong" text={skill.folder} /> under <strong>{label}</strong>
        <VerdictMark verdict={verdict} />
        <Button size="small" onClick={onOpen}>
          Open
        </Button>
      </p>
      <p className={styles.why}>
        {verdict.reason && (
          <span>
            <VisibleName text={verdict.reason} form="text" />.
          </span>
        )}
        {verdict.by && (
          <span>
            By <code>{verdict.by}</code>.
          </span>
        )}
        <span>
          <VisibleName as="code" text={skill.path} /> of <VisibleName text={skill.source} />
        </span>
      </p>
    </div>
  );
}

/** Most skill names in a pattern's note. */
const fewNames = 12;

/** Explains the pattern that has the focus or the pointer: which skills follow it. */
export function PatternNote({ pattern, columns }: { pattern: Pattern; columns: readonly HarnessColumn[] }) {
  const { skills } = pattern;
  const more = skills.length - fewNames;
  return (
    <div className={`${styles.note} ${styles.aside}`}>
      <p>
        <strong>{plural(skills.length, "skill")}</strong> {patternText(pattern, columns).join("; ")}
      </p>
      <p className={styles.names}>
        <VisibleName
          text={skills
            .slice(0, fewNames)
            .map(({ folder }) => folder)
            .join(", ")}
        />
        {more > 0 && ` and ${formatCount(more)} more`}
      </p>
    </div>
  );
}
