import { RuleList } from "#components/skills/why/rule-list.tsx";
import { useExplanation } from "#components/skills/why/use-explanation.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import { verdictText } from "#lib/harness/vocabulary/verdict.ts";
import styles from "./embed-view.module.css";
import { SkillsView, useChosenSkill } from "./skills-view.tsx";
import { HarnessSelect, SourceName, ViewHead } from "./view-head.tsx";

/** For one SKILL.md: each rule on its way to the model, and the result. */
export function WhyView() {
  const chosen = useChosenSkill();
  if (!chosen) return <SkillsView note="This address names no skill here. Choose one:" />;
  return <Why location={chosen.location} />;
}

function Why({ location }: { location: string }) {
  const harness = useWorkspace((state) => profileById(state.profileId).label);
  const explanation = useExplanation(location);
  const { verdict, decisive, tests } = explanation;
  return (
    <>
      <ViewHead title={<VisibleName text={explanation.name} />} tools={<HarnessSelect />}>
        <SourceName />
      </ViewHead>
      <div className={styles.body}>
        <p className={styles.verdict}>
          <strong>{verdictText(verdict, harness)}</strong>{" "}
          {decisive && <VisibleName text={`${decisive.title}. ${decisive.tested}`.trim()} form="text" />}
        </p>
        <RuleList explanation={explanation} tests={tests} />
      </div>
    </>
  );
}
