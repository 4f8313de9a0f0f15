import { useMemo } from "react";
import { EvalsButton } from "#components/evals/evals-button.tsx";
import { FixButtons } from "#components/skills/why/fix-buttons.tsx";
import { RuleList, StaleExplanation } from "#components/skills/why/rule-list.tsx";
import { useExplanation, useFreshSession } from "#components/skills/why/use-explanation.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import { verdictText } from "#lib/harness/vocabulary/verdict.ts";
import styles from "./why.module.css";

/** For one SKILL.md: each rule it meets on its way to the model, and what came of it. */
export function WhyTab() {
  const location = useWorkspace((state) => state.selection.skill);
  const { candidates } = useFreshSession().discovery;
  const candidate = candidates.find((one) => one.location === location);
  if (candidate) return <Why location={candidate.location} />;
  return (
    <EmptyState title="Which skill?">
      {candidates.length === 0
        ? "There is no SKILL.md in the workspace yet."
        : "Choose one in Skills to see every rule it meets on its way to the model."}
    </EmptyState>
  );
}

function Why({ location }: { location: string }) {
  const { openFile } = useActions();
  const harness = useWorkspace((state) => profileById(state.profileId).label);
  const explanation = useExplanation(location);
  const isPicked = useWorkspace(({ view }) => view.catalog.rows.some((row) => row.location === location));
  const { decisive } = explanation;
  const rule = decisive?.rule;
  const trouble = useMemo(() => rule && { rule, location }, [rule, location]);
  return (
    <div className={styles.why}>
      <h3>
        <VisibleName text={explanation.name} />
      </h3>
      <p className={styles.verdict} data-verdict={explanation.verdict.kind}>
        <strong>{verdictText(explanation.verdict, harness)}</strong> {decisive?.tested}
      </p>
      <Button variant="link" className={styles.path} onClick={() => openFile(location)}>
        <code>
          <VisibleName text={location} />
        </code>
      </Button>
      {isPicked && <EvalsButton skill={explanation.name} />}
      {trouble && <FixButtons trouble={trouble} about={explanation.name} />}
      <StaleExplanation />
      <RuleList explanation={explanation} tests={explanation.tests} />
    </div>
  );
}
