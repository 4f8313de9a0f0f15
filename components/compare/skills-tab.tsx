import { useDeferredValue, useMemo, useState } from "react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { type Comparison, chooseHarnesses, filterSkills, type SkillFilter } from "#lib/workspace/compare/comparison.ts";
import styles from "./compare-dialog.module.css";
import { CompareTable } from "./compare-table.tsx";
import { CompareToolbar } from "./compare-toolbar.tsx";
import { linkedHarnesses } from "./linked-harnesses.ts";
import { useOpenUnder } from "./use-open-under.ts";

/** Skills by harness, narrowed as the person likes. */
export function SkillsTab({ comparison, onClose }: { comparison: Comparison; onClose: () => void }) {
  const [filter, setFilter] = useState<SkillFilter>({ text: "", onlyDiffering: false });
  const [chosen, setChosen] = useState(() => chosenAtFirst(comparison));
  const openUnder = useOpenUnder(onClose);
  const wanted = useDeferredValue(filter);
  const narrowed = useMemo(() => chooseHarnesses(comparison, chosen), [comparison, chosen]);
  const shown = useMemo(() => filterSkills(narrowed, wanted), [narrowed, wanted]);
  return (
    <div className={styles.tab}>
      <CompareToolbar
        comparison={comparison}
        shown={shown}
        filter={filter}
        onFilter={setFilter}
        chosen={chosen}
        onChoose={setChosen}
      />
      {shown.columns.length === 0 ? (
        <EmptyState title="No harness chosen">Choose those to compare under “Harnesses”.</EmptyState>
      ) : shown.skills.length === 0 ? (
        <EmptyState title={wanted.text.trim() === "" ? "They make the same of every skill" : "Nothing matches"} />
      ) : (
        <CompareTable comparison={shown} onOpen={openUnder} />
      )}
    </div>
  );
}

/** Those that a link compares, in so far as they are known; otherwise all. */
function chosenAtFirst({ columns }: Comparison): ReadonlySet<string> {
  const known = columns.map(({ profileId }) => profileId);
  const linked = linkedHarnesses()?.filter((id) => known.includes(id)) ?? [];
  return new Set(linked.length > 0 ? linked : known);
}
