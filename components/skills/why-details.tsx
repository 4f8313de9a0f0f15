import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import { ruleOf } from "#lib/harness/rules/rules.ts";
import type { Candidate } from "#lib/harness/vocabulary/skill.ts";
import { verdictText } from "#lib/harness/vocabulary/verdict.ts";
import { NoticeList } from "./notice-list.tsx";
import styles from "./skill-details.module.css";
import { RuleList, StaleExplanation } from "./why/rule-list.tsx";
import { useExplanation } from "./why/use-explanation.ts";

/**
 * Explains a harness's verdict on one SKILL.md: the broken rules and their fixes; all rules on demand. The only place in the lab that
 * explains it; every other place links here.
 */
export function WhyDetails({ candidate: { location, outcome, notices } }: { candidate: Candidate }) {
  const { openFile } = useActions();
  const harness = useWorkspace((state) => profileById(state.profileId).label);
  const explanation = useExplanation(location);
  const [isWhole, setWhole] = useState(false);
  const broken = explanation.tests.filter(({ outcome }) => outcome === "failed" || outcome === "warned");
  // Advice that belongs to no rule of the harness.
  const advice = notices.filter((notice) => !ruleOf(notice));
  return (
    <>
      {outcome.kind !== "loaded" && !broken.some(({ place }) => place.path === location) && (
        <p className={styles.place}>
          <Button variant="link" onClick={() => openFile(location)}>
            <VisibleName as="code" text={location} />
          </Button>
        </p>
      )}
      {!explanation.decisive && <p>{verdictText(explanation.verdict, harness)}</p>}
      <StaleExplanation />
      {(isWhole || broken.length > 0) && (
        <RuleList explanation={explanation} tests={isWhole ? explanation.tests : broken} />
      )}
      {advice.length > 0 && <NoticeList notices={advice} />}
      <div className={styles.tools}>
        <Button size="small" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Only what is broken" : `All ${explanation.tests.length} rules`}
        </Button>
      </div>
    </>
  );
}
