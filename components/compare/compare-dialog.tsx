import { useEffect, useMemo, useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { useActions } from "#components/workbench/workspace-context.tsx";
import type { HarnessColumn } from "#lib/workspace/compare-harnesses.ts";
import { compareRows } from "./compare-rows.ts";
import { CompareTable } from "./compare-table.tsx";

/** What every harness makes of the same sources: a row a SKILL.md, a column a harness. As of opening it. */
export function CompareDialog({ onClose }: { onClose: () => void }) {
  const columns = useComparison();
  return (
    <Dialog title="Compare harnesses" size="large" onClose={onClose}>
      {columns ? <Comparison columns={columns} /> : <p role="status">Asking every harness …</p>}
    </Dialog>
  );
}

function Comparison({ columns }: { columns: readonly HarnessColumn[] }) {
  const rows = useMemo(() => compareRows(columns), [columns]);
  if (rows.length > 0) return <CompareTable columns={columns} rows={rows} />;
  return <EmptyState title="Nothing to compare">No SKILL.md lies in what is mounted.</EmptyState>;
}

function useComparison(): readonly HarnessColumn[] | undefined {
  const { compareHarnesses } = useActions();
  const [columns, setColumns] = useState<readonly HarnessColumn[]>();
  useEffect(() => {
    let left = false;
    async function compare() {
      const found = await compareHarnesses();
      if (!left) setColumns(found);
    }
    void compare();
    return () => {
      left = true;
    };
  }, [compareHarnesses]);
  return columns;
}
