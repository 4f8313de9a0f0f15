import { Check, Minus, X } from "lucide-react";
import { NoticeList } from "#components/skills/notice-list.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { useActions, useWorkspace } from "#components/workbench/workspace-context.tsx";
import type { Candidate } from "#lib/harness/model.ts";
import { profileById } from "#lib/harness/profiles.ts";
import styles from "./why.module.css";
import { type RuleTest, rulesFor } from "./why.ts";

/** For one SKILL.md: each rule it meets on its way to the model, and what came of it. */
export function WhyTab() {
  const location = useWorkspace((state) => state.selection.skill);
  const candidates = useWorkspace((state) => state.view.discovery.candidates);
  const candidate = candidates.find((one) => one.location === location);
  if (candidate) return <Why candidate={candidate} />;
  return (
    <EmptyState title="Which skill?">
      {candidates.length === 0
        ? "There is no SKILL.md in the workspace yet."
        : "Choose one in Skills: every rule it meets on its way to the model is told here."}
    </EmptyState>
  );
}

function Why({ candidate }: { candidate: Candidate }) {
  const { openFile } = useActions();
  const view = useWorkspace((state) => state.view);
  const harness = useWorkspace((state) => profileById(state.profileId).label);
  const { skill, folder, location, notices } = candidate;
  return (
    <div className={styles.why}>
      <h3>{skill?.name ?? folder}</h3>
      <p className={styles.verdict}>
        {verdict(candidate)} under <strong>{harness}</strong>
      </p>
      <Button variant="link" className={styles.path} onClick={() => openFile(location)}>
        <code>{location}</code>
      </Button>
      <ol className={styles.rules}>
        {rulesFor(candidate, view, harness).map((test) => (
          <Rule key={test.rule} test={test} />
        ))}
      </ol>
      {notices.length > 0 && (
        <>
          <h4>Findings</h4>
          <NoticeList notices={notices} />
        </>
      )}
    </div>
  );
}

const marks = {
  passed: { Icon: Check, label: "Passed" },
  failed: { Icon: X, label: "Failed" },
  "not reached": { Icon: Minus, label: "Not reached" },
} as const;

function Rule({ test: { rule, outcome, finding, verbatim } }: { test: RuleTest }) {
  const { Icon, label } = marks[outcome];
  return (
    <li data-outcome={outcome}>
      <Icon size={14} strokeWidth={2.4} role="img" aria-label={label} />
      <span>
        <strong>{rule}</strong>
        <span className={styles.finding}>
          {finding} {verbatim !== undefined && <code>{verbatim}</code>}
        </span>
      </span>
    </li>
  );
}

function verdict({ outcome }: Candidate): string {
  switch (outcome.kind) {
    case "loaded":
      return "Loaded";
    case "shadowed":
      return "Shadowed by another copy";
    case "rejected":
      return "Not loaded";
    case "outside":
      return "Not looked at";
  }
}
