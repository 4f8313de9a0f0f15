import { ChevronDown, Copy, Search } from "lucide-react";
import { Select, TextField } from "#components/ui/fields.tsx";
import { Options } from "#components/ui/options.tsx";
import popover from "#components/ui/popover.module.css";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { WaySwitch } from "#components/workspace/way-switch.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { formatCount, plural } from "#lib/format-count.ts";
import type { Comparison, HarnessColumn, SkillFilter } from "#lib/report/compare/comparison.ts";
import { comparisonDocument, comparisonMarkdown } from "#lib/report/compare/comparison-file.ts";
import type { RowOrder } from "#lib/report/compare/patterns.ts";
import styles from "./compare-toolbar.module.css";
import { type HarnessChoice, shownHarnesses } from "./harness-choice.ts";

interface CompareToolbarProps {
  readonly comparison: Comparison;
  /** The part of the comparison that the table shows and that is copied. */
  readonly shown: Comparison;
  readonly filter: SkillFilter;
  readonly onFilter: (filter: SkillFilter) => void;
  readonly order: RowOrder;
  readonly onOrder: (order: RowOrder) => void;
  readonly choice: HarnessChoice;
  readonly onChoose: (choice: HarnessChoice) => void;
}

const orders = {
  pattern: "By pattern",
  name: "By name",
  grave: "Most left out first",
} as const satisfies Record<RowOrder, string>;

const kinds = {
  all: { label: "All skills", filter: { onlyProblems: false, onlyDiffering: false } },
  problems: { label: "Problems", filter: { onlyProblems: true, onlyDiffering: false } },
  differences: { label: "Differences", filter: { onlyProblems: false, onlyDiffering: true } },
} as const;

type FilterKind = keyof typeof kinds;

function kindOf({ onlyProblems, onlyDiffering }: SkillFilter): FilterKind {
  if (onlyProblems) return "problems";
  return onlyDiffering ? "differences" : "all";
}

/** The filters of the table, and the buttons that copy it. */
export function CompareToolbar(props: CompareToolbarProps) {
  const { comparison, shown, filter, onFilter, order, onOrder, choice, onChoose } = props;
  return (
    <div className={styles.toolbar}>
      <WaySwitch />
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
      <Select label="Against" value={choice.reference} onChange={(reference) => onChoose({ ...choice, reference })}>
        <Options of={comparison.columns.map(({ profileId, label }) => [profileId, label])} />
      </Select>
      <Select label="Order of the rows" labelHidden value={order} onChange={(next) => onOrder(next as RowOrder)}>
        <Options of={Object.entries(orders)} />
      </Select>
      <Select
        label="Show"
        labelHidden
        value={kindOf(filter)}
        onChange={(kind) => onFilter({ ...filter, ...kinds[kind as FilterKind].filter })}
      >
        <Options of={Object.entries(kinds).map(([id, { label }]) => [id, label])} />
      </Select>
      <HarnessBoxes columns={comparison.columns} choice={choice} onChoose={onChoose} />
      <p role="status" className={styles.count}>
        {countText(shown)}
      </p>
      <Copies comparison={comparison} shown={shown} choice={choice} />
    </div>
  );
}

function countText({ skills }: Comparison): string {
  const differing = skills.filter(({ differs }) => differs).length;
  const verb = differing === 1 ? "differs" : "differ";
  return `${formatCount(differing)} of ${plural(skills.length, "skill")} ${verb}`;
}

const copyMenuId = "compare-copy";

function Copies({ comparison, shown, choice }: Pick<CompareToolbarProps, "comparison" | "shown" | "choice">) {
  const { shareLink } = useActions();
  const link = shareLink({ compare: shownHarnesses(comparison, choice) });
  return (
    <span className={styles.copy}>
      <button type="button" className={styles.menuButton} popoverTarget={copyMenuId}>
        <Copy size={14} aria-hidden /> Copy <ChevronDown size={12} aria-hidden />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a popover in every browser */}
      <div id={copyMenuId} popover="auto" role="group" aria-label="Copy" className={popover.popover}>
        {link !== undefined && <CopyButton label="Copy link" text={() => new URL(link, location.origin).href} />}
        <CopyButton label="Copy as Markdown" text={() => comparisonMarkdown(comparisonDocument(shown))} />
        <CopyButton label="Copy as JSON" text={() => JSON.stringify(comparisonDocument(shown), null, 2)} />
      </div>
    </span>
  );
}

interface HarnessBoxesProps {
  readonly columns: readonly HarnessColumn[];
  readonly choice: HarnessChoice;
  readonly onChoose: (choice: HarnessChoice) => void;
}

/** Checkboxes for the harness columns. Folded, as most people want all of them. */
function HarnessBoxes({ columns, choice, onChoose }: HarnessBoxesProps) {
  const { reference } = choice;
  const shown = new Set(choice.shown).add(reference);
  function choose(profileId: string, isShown: boolean) {
    const next = new Set(choice.shown);
    if (isShown) next.add(profileId);
    else next.delete(profileId);
    onChoose({ reference, shown: next });
  }
  const isAll = shown.size === columns.length;
  return (
    <details className={styles.harnesses}>
      <summary>
        Harnesses <span>{isAll ? columns.length : `${shown.size} of ${columns.length}`}</span>
      </summary>
      <fieldset>
        <legend className="unseen">Harnesses to show</legend>
        {columns.map(({ profileId, label }) => (
          <CheckBox
            key={profileId}
            label={label}
            checked={shown.has(profileId)}
            disabled={profileId === reference}
            onChange={(isShown) => choose(profileId, isShown)}
          />
        ))}
      </fieldset>
    </details>
  );
}

interface CheckBoxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

function CheckBox({ label, checked, disabled = false, onChange }: CheckBoxProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
