import { useState } from "react";
import { DiffView } from "#components/ui/diff/diff-view.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Select } from "#components/ui/fields.tsx";
import { Options } from "#components/ui/options.tsx";
import { WaySwitch } from "#components/workspace/way-switch.tsx";
import { formatCount } from "#lib/format-count.ts";
import type { Comparison, HarnessColumn } from "#lib/report/compare/comparison.ts";
import styles from "./compare-dialog.module.css";
import { catalogAgainst, type HarnessChoice } from "./harness-choice.ts";

interface CatalogsTabProps {
  readonly comparison: Comparison;
  readonly choice: HarnessChoice;
  readonly onChoose: (choice: HarnessChoice) => void;
}

/** The catalog texts of two harnesses side by side. At first: the reference, and another harness that tells the model of any skill. */
export function CatalogsTab({ comparison, choice, onChoose }: CatalogsTabProps) {
  const { columns } = comparison;
  const leftId = choice.reference;
  const [rightId, setRight] = useState(() => catalogAgainst(comparison, choice));
  const setLeft = (reference: string) => onChoose({ ...choice, reference });
  const left = columns.find(({ profileId }) => profileId === leftId) ?? columns[0];
  const right = columns.find(({ profileId }) => profileId === rightId) ?? columns[0];
  if (!left || !right) return <EmptyState title="No harness to compare" />;
  return (
    <div className={styles.tab}>
      <div className={styles.sides}>
        <WaySwitch />
        <HarnessSelect label="From" columns={columns} value={left.profileId} onChange={setLeft} />
        <HarnessSelect label="To" columns={columns} value={right.profileId} onChange={setRight} />
        <p className={styles.facts}>
          ≈{formatCount(left.tokens)} against ≈{formatCount(right.tokens)} tokens
        </p>
      </div>
      <CatalogDiff left={left} right={right} />
    </div>
  );
}

function CatalogDiff({ left, right }: { left: HarnessColumn; right: HarnessColumn }) {
  const [from, to] = [left.catalog.text, right.catalog.text];
  if (from === "" && to === "") return <EmptyState title="Neither tells the model anything" />;
  const isSame = from === to;
  return (
    <>
      {isSame && <p className={styles.facts}>Both tell the model exactly the same.</p>}
      <DiffView
        label="Catalogs compared"
        left={{ label: left.label, text: from }}
        right={{ label: right.label, text: to }}
      />
    </>
  );
}

interface HarnessSelectProps {
  readonly label: string;
  readonly columns: readonly HarnessColumn[];
  readonly value: string;
  readonly onChange: (profileId: string) => void;
}

function HarnessSelect({ label, columns, value, onChange }: HarnessSelectProps) {
  return (
    <Select label={label} value={value} onChange={onChange}>
      <Options of={columns.map(({ profileId, label: name }) => [profileId, name])} />
    </Select>
  );
}
