import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import type { Candidate } from "#lib/harness/vocabulary/skill.ts";
import { verdictText } from "#lib/harness/vocabulary/verdict.ts";
import styles from "./skill-details.module.css";
import { RuleList, StaleExplanation } from "./why/rule-list.tsx";
import { useExplanation } from "./why/use-explanation.ts";

/** Why one SKILL.md is not offered: the verdict, the rules that are broken and what mends them; all rules on demand. */
export function WhyDetails({ candidate: { location } }: { candidate: Candidate }) {
  const { openFile } = useActions();
  const harness = useWorkspace((state) => profileById(state.profileId).label);
  const explanation = useExplanation(location);
  const [isWhole, setWhole] = useState(false);
  const broken = explanation.tests.filter(({ outcome }) => outcome === "failed" || outcome === "warned");
  return (
    <div className={styles.details}>
      <p>
        <VisibleName text={verdictText(explanation.verdict, harness)} />
      </p>
      <p className={styles.place}>
        <Button variant="link" onClick={() => openFile(location)}>
          <code>
            <VisibleName text={location} />
          </code>
        </Button>
      </p>
      <StaleExplanation />
      {(isWhole || broken.length > 0) && (
        <RuleList explanation={explanation} tests={isWhole ? explanation.tests : broken} />
      )}
      <div className={styles.tools}>
        <Button size="small" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Only what is broken" : `All ${explanation.tests.length} rules`}
        </Button>
      </div>
    </div>
  );
}
