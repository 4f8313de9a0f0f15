import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Comparison } from "#lib/report/compare/comparison.ts";
import { noSkills } from "#lib/report/compare/headline.ts";
import { parseLinkQuery } from "#lib/share/link-query.ts";
import { CatalogsTab } from "./catalogs-tab.tsx";
import styles from "./compare-dialog.module.css";
import { choiceAtFirst } from "./harness-choice.ts";
import { SkillsTab } from "./skills-tab.tsx";
import { useComparison } from "./use-comparison.ts";

interface CompareDialogProps {
  /** Profile ids of the harnesses shown at first; absent: those in the page's address. */
  readonly wanted?: readonly string[];
  readonly onClose: () => void;
}

/** Compares what every harness makes of the same sources, by SKILL.md and by catalog text. Shows the files as of opening the dialog. */
export function CompareDialog({ wanted, onClose }: CompareDialogProps) {
  const comparing = useComparison();
  return (
    <Dialog title="Compare harnesses" size="wide" onClose={onClose}>
      {comparing.kind === "running" ? (
        <CompareProgress done={comparing.done} total={comparing.total} onCancel={onClose} />
      ) : (
        <Compared comparison={comparing.comparison} wanted={wanted} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface ComparedProps {
  readonly comparison: Comparison;
  readonly wanted: readonly string[] | undefined;
  readonly onClose: () => void;
}

function Compared({ comparison, wanted, onClose }: ComparedProps) {
  const running = useWorkspace((state) => state.profileId);
  const [tab, setTab] = useState<"skills" | "catalogs">("skills");
  const [choice, setChoice] = useState(() =>
    choiceAtFirst(comparison, running, wanted ?? parseLinkQuery(location.search).compare),
  );
  if (comparison.skills.length === 0) return <EmptyState title="Nothing to compare">{noSkills}.</EmptyState>;
  return (
    <div className={styles.compared}>
      <Tabs
        label="What to compare"
        current={tab}
        onChange={setTab}
        tabs={[
          {
            id: "skills",
            label: "Skills",
            panel: () => <SkillsTab comparison={comparison} choice={choice} onChoose={setChoice} onClose={onClose} />,
          },
          {
            id: "catalogs",
            label: "Catalogs",
            panel: () => <CatalogsTab comparison={comparison} choice={choice} onChoose={setChoice} />,
          },
        ]}
      />
    </div>
  );
}

interface CompareProgressProps {
  readonly done: number;
  /** 0 until known. */
  readonly total: number;
  readonly onCancel: () => void;
}

/** The progress of a comparison. Only its beginning is read aloud, as it takes a second or two. */
export function CompareProgress({ done, total, onCancel }: CompareProgressProps) {
  return (
    <div className={styles.progress}>
      <p role="status">Asking every harness…</p>
      <progress aria-label="Harnesses asked" value={done} max={total || 1} />
      <p aria-hidden="true">{total > 0 && `${done} of ${total} harnesses`}</p>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}
