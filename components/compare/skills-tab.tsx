import { useDeferredValue, useMemo, useState } from "react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { parseLinkQuery } from "#lib/share/link-query.ts";
import { type Comparison, chooseHarnesses, filterSkills, type SkillFilter } from "#lib/workspace/compare/comparison.ts";
import styles from "./compare-dialog.module.css";
import { CompareTable } from "./compare-table.tsx";
import { CompareToolbar } from "./compare-toolbar.tsx";

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
  const linked = parseLinkQuery(location.search).compare?.filter((id) => known.includes(id)) ?? [];
  return new Set(linked.length > 0 ? linked : known);
}

/** Leaves the comparison for a SKILL.md as one harness meets it; one that has no path for it is only switched to. */
function useOpenUnder(onLeave: () => void): (profileId: string, location: string | undefined) => Promise<void> {
  const { chooseProfile, selectSkill, openFile } = useActions();
  return async (profileId, location) => {
    onLeave();
    await chooseProfile(profileId);
    if (location === undefined) return;
    selectSkill(location);
    openFile(location);
  };
}
