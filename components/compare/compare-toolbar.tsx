import { Search } from "lucide-react";
import { formatCount, plural } from "#components/ui/format.ts";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import type { Comparison, SkillFilter } from "#lib/workspace/compare/comparison.ts";
import { comparisonDocument, comparisonMarkdown } from "#lib/workspace/compare/comparison-file.ts";
import { CheckBox } from "./check-box.tsx";
import styles from "./compare-toolbar.module.css";
import { HarnessChoice } from "./harness-choice.tsx";

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

/** What narrows the table, and its copying. */
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
