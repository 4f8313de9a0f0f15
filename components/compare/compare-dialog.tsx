import { useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import type { Comparison } from "#lib/workspace/compare/comparison.ts";
import { CatalogsTab } from "./catalogs-tab.tsx";
import styles from "./compare-dialog.module.css";
import { CompareProgress } from "./compare-progress.tsx";
import { SkillsTab } from "./skills-tab.tsx";
import { useComparison } from "./use-comparison.ts";

/** What every harness makes of the same sources: each SKILL.md, and the catalogs' texts. As of opening it. */
export function CompareDialog({ onClose }: { onClose: () => void }) {
  const comparing = useComparison();
  return (
    <Dialog title="Compare harnesses" size="wide" onClose={onClose}>
      {comparing.kind === "running" ? (
        <CompareProgress done={comparing.done} total={comparing.total} onCancel={onClose} />
      ) : (
        <Compared comparison={comparing.comparison} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Compared({ comparison, onClose }: { comparison: Comparison; onClose: () => void }) {
  const [tab, setTab] = useState<"skills" | "catalogs">("skills");
  if (comparison.skills.length === 0)
    return <EmptyState title="Nothing to compare">No SKILL.md lies in what is mounted.</EmptyState>;
  return (
    <div className={styles.compared}>
      <Tabs
        label="What to compare"
        current={tab}
        onChange={setTab}
        tabs={[
          { id: "skills", label: "Skills", panel: () => <SkillsTab comparison={comparison} onClose={onClose} /> },
          { id: "catalogs", label: "Catalogs", panel: () => <CatalogsTab comparison={comparison} /> },
        ]}
      />
    </div>
  );
}
