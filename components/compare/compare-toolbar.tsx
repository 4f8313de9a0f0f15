import { Search } from "lucide-react";
import { TextField } from "#components/ui/fields.tsx";
import { formatCount, plural } from "#components/ui/format.ts";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import type { Comparison, HarnessColumn, SkillFilter } from "#lib/workspace/compare/comparison.ts";
import { comparisonDocument, comparisonMarkdown } from "#lib/workspace/compare/comparison-file.ts";
import styles from "./compare-toolbar.module.css";

interface CompareToolbarProps {
  readonly comparison: Comparison;
  /** What of it the table shows, and what is copied. */
  readonly shown: Comparison;
  readonly filter: SkillFilter;
  readonly onFilter: (filter: SkillFilter) => void;
  /** Ids of the profiles that are shown. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: Set<string>) => void;
}

/** The filters of the table, and the buttons that copy it. */
export function CompareToolbar({ comparison, shown, filter, onFilter, chosen, onChoose }: CompareToolbarProps) {
  const differing = shown.skills.filter(({ differs }) => differs).length;
  return (
    <div className={styles.toolbar}>
      <TextField
        label="Filter compared skills"
        labelHidden
        type="search"
        placeholder="Filter skills"
        icon={<Search size={14} aria-hidden />}
        className={styles.filter ?? ""}
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
      />
      <CheckBox
        label="Only where they differ"
        checked={filter.onlyDiffering}
        onChange={(onlyDiffering) => onFilter({ ...filter, onlyDiffering })}
      />
      <p role="status" className={styles.count}>
        {plural(shown.skills.length, "skill")}, {formatCount(differing)} {differing === 1 ? "differs" : "differ"}
      </p>
      <span className={styles.copy}>
        <CopyButton label="Copy as Markdown" text={() => comparisonMarkdown(comparisonDocument(shown))} />
        <CopyButton label="Copy as JSON" text={() => JSON.stringify(comparisonDocument(shown), null, 2)} />
      </span>
      <HarnessChoice columns={comparison.columns} chosen={chosen} onChoose={onChoose} />
    </div>
  );
}

interface HarnessChoiceProps {
  readonly columns: readonly HarnessColumn[];
  /** Ids of the profiles that are shown. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: Set<string>) => void;
}

/** Which harnesses have a column. Folded: most people want all of them. */
function HarnessChoice({ columns, chosen, onChoose }: HarnessChoiceProps) {
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

interface CheckBoxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function CheckBox({ label, checked, onChange }: CheckBoxProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}
