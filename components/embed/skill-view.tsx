import { useMemo } from "react";
import { useComparison } from "#components/compare/use-comparison.ts";
import { spokenText, VerdictIcon } from "#components/compare/verdict-mark.tsx";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { PlainText } from "#components/ui/text/long-text.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { formatCount } from "#lib/format-count.ts";
import type { Candidate } from "#lib/harness/vocabulary/skill.ts";
import { readText } from "#lib/vfs/files.ts";
import styles from "./embed-view.module.css";
import { SkillsView, useChosenSkill } from "./skills-view.tsx";
import { SourceName, ViewHead } from "./view-head.tsx";

/** The Markdown parser is fetched with the first skill that is shown. */
const MarkdownView = fetchedPart(
  async () => (await import("#components/files/viewer/markdown-view.tsx")).MarkdownView,
  {
    Waiting: () => <p className={styles.note}>Rendering…</p>,
  },
);

/** One skill: its SKILL.md, and which harnesses load it. */
export function SkillView() {
  const chosen = useChosenSkill();
  if (!chosen) return <SkillsView note="This address names no skill here. Choose one:" />;
  return <OneSkill candidate={chosen} />;
}

function OneSkill({ candidate: { location, folder, skill } }: { candidate: Candidate }) {
  const files = useWorkspace((state) => state.files);
  const text = useMemo(() => readText(files, location) ?? "", [files, location]);
  return (
    <>
      <ViewHead title={<VisibleName text={skill?.name ?? folder} />}>
        <SourceName /> · SKILL.md of ≈{formatCount(sampleTokens(text))} tokens
      </ViewHead>
      <Harnesses location={location} />
      <div className={styles.document}>
        <MarkdownView path={location} text={text} source={<PlainText text={text} label="SKILL.md" />} />
      </div>
    </>
  );
}

/** What each harness makes of the skill, once all have been evaluated. */
function Harnesses({ location }: { location: string }) {
  const comparing = useComparison();
  const running = useWorkspace((state) => state.profileId);
  const comparison = comparing.kind === "done" ? comparing.comparison : undefined;
  const column = comparison?.columns.findIndex(({ profileId }) => profileId === running) ?? -1;
  const found = comparison?.skills.find(({ verdicts }) => verdicts[column]?.location === location);
  return (
    <ul role="list" aria-label="Harnesses" className={styles.harnesses}>
      {comparison?.columns.map(({ profileId, label }, at) => {
        const verdict = found?.verdicts[at];
        if (!verdict) return null;
        const spoken = visibleName(spokenText(verdict), "text");
        return (
          <li key={profileId} title={spoken}>
            <VerdictIcon kind={verdict.kind} />
            {label}
            <span className="unseen">: {spoken}</span>
          </li>
        );
      })}
    </ul>
  );
}
