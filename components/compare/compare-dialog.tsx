import { useMemo, useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { useActions } from "#components/workbench/workspace-context.tsx";
import { compareRows } from "./compare-rows.ts";
import { CompareTable } from "./compare-table.tsx";

/** What every harness makes of the same sources: a row a SKILL.md, a column a harness. As of opening it. */
export function CompareDialog({ onClose }: { onClose: () => void }) {
  const { compareHarnesses } = useActions();
  const [columns] = useState(() => compareHarnesses());
  const rows = useMemo(() => compareRows(columns), [columns]);
  return (
    <Dialog title="Compare harnesses" size="large" onClose={onClose}>
      {rows.length === 0 ? (
        <EmptyState title="Nothing to compare">No SKILL.md lies in what is mounted.</EmptyState>
      ) : (
        <CompareTable columns={columns} rows={rows} />
      )}
    </Dialog>
  );
}
