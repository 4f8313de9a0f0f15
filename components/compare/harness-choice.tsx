import type { HarnessColumn } from "#lib/workspace/compare/comparison.ts";
import { CheckBox } from "./check-box.tsx";
import styles from "./compare-toolbar.module.css";

interface HarnessChoiceProps {
  readonly columns: readonly HarnessColumn[];
  /** Ids of the profiles that are shown. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: Set<string>) => void;
}

/** Which harnesses have a column; folded, because mostly all of them are wanted. */
export function HarnessChoice({ columns, chosen, onChoose }: HarnessChoiceProps) {
  function choose(profileId: string, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(profileId);
    else next.delete(profileId);
    onChoose(next);
  }
  const isAll = chosen.size === columns.length;
  return (
    <details className={styles.harnesses}>
      <summary>
        Harnesses <span>{isAll ? `all ${columns.length}` : `${chosen.size} of ${columns.length}`}</span>
      </summary>
      <fieldset>
        <legend className="unseen">Harnesses to show</legend>
        {columns.map(({ profileId, label }) => (
          <CheckBox
            key={profileId}
            label={label}
            checked={chosen.has(profileId)}
            onChange={(isChosen) => choose(profileId, isChosen)}
          />
        ))}
      </fieldset>
    </details>
  );
}
