import { useDeferredValue, useMemo, useState } from "react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { type Comparison, chooseHarnesses, filterSkills, type SkillFilter } from "#lib/report/compare/comparison.ts";
import { patternsOf, type RowOrder, sortSkills, summarise } from "#lib/report/compare/patterns.ts";
import styles from "./compare-dialog.module.css";
import { CompareTable, type TableRow } from "./compare-table.tsx";
import { CompareToolbar } from "./compare-toolbar.tsx";
import { type HarnessChoice, shownHarnesses } from "./harness-choice.ts";

interface SkillsTabProps {
  readonly comparison: Comparison;
  readonly choice: HarnessChoice;
  readonly onChoose: (choice: HarnessChoice) => void;
  readonly onClose: () => void;
}

/** With more skills than this, the table shows patterns first. */
const fewSkills = 40;

/** The column of the reference harness. */
const reference = 0;

/** What each harness makes of all skills and of each one, compared with the reference, filtered and sorted as the person likes. */
export function SkillsTab({ comparison, choice, onChoose, onClose }: SkillsTabProps) {
  const [filter, setFilter] = useState<SkillFilter>({ text: "", onlyDiffering: false, onlyProblems: false });
  const [order, setOrder] = useState<RowOrder>("pattern");
  const openUnder = useOpenUnder(onClose);
  const wanted = useDeferredValue(filter);
  const chosen = useMemo(() => chooseHarnesses(comparison, shownHarnesses(comparison, choice)), [comparison, choice]);
  const summary = useMemo(() => summarise(chosen, reference), [chosen]);
  const shown = useMemo(() => filterSkills(chosen, wanted), [chosen, wanted]);
  const patterns = useMemo(() => patternsOf(shown.skills, reference), [shown]);
  const { isOpen, toggle } = useFolding(shown.skills.length <= fewSkills || wanted.text.trim() !== "");
  const rows = useMemo((): readonly TableRow[] => {
    if (order !== "pattern") return sortSkills(shown.skills, order).map((skill) => ({ kind: "skill", skill }));
    return patterns.flatMap((pattern): TableRow[] => {
      const open = isOpen(pattern.key);
      const skills = open ? pattern.skills.map((skill) => ({ kind: "skill", skill }) as const) : [];
      return [{ kind: "pattern", pattern, isOpen: open }, ...skills];
    });
  }, [order, shown, patterns, isOpen]);
  return (
    <div className={styles.tab}>
      <CompareToolbar
        comparison={comparison}
        shown={shown}
        filter={filter}
        onFilter={setFilter}
        order={order}
        onOrder={setOrder}
        choice={choice}
        onChoose={onChoose}
      />
      <CompareTable columns={shown.columns} summary={summary} rows={rows} onToggle={toggle} onOpen={openUnder} />
      {rows.length === 0 && <EmptyState title={isNarrowed(wanted) ? "Nothing matches" : "No differences"} />}
    </div>
  );
}

function isNarrowed({ text, onlyProblems }: SkillFilter): boolean {
  return onlyProblems || text.trim() !== "";
}

/** Which patterns are unfolded: all or none, except those that a person has toggled. */
function useFolding(areOpen: boolean) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      isOpen: (key: string) => areOpen !== turned.has(key),
      toggle: (key: string) =>
        setTurned((before) => {
          const next = new Set(before);
          if (!next.delete(key)) next.add(key);
          return next;
        }),
    }),
    [areOpen, turned],
  );
}

/** Returns a function that leaves the comparison and opens a SKILL.md under one harness; without a path it only switches the harness. */
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
