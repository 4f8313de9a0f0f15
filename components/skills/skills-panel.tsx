import { RotateCw, Search } from "lucide-react";
import { Suspense, useDeferredValue, useMemo, useState } from "react";
import { ActionButton } from "#components/actions/action-button.tsx";
import { reloadSkills } from "#components/actions/harness-actions.ts";
import { CardButton } from "#components/share/card-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorBoundary } from "#components/ui/error-boundary.tsx";
import { TextField } from "#components/ui/fields.tsx";
import { OpeningNote, Panel } from "#components/workspace/panel.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace, useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import { noticeText } from "#lib/harness/notice-text.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { HarnessView } from "#lib/stage/derive-view.ts";
import { isBundled } from "#lib/stage/place.ts";
import { isOpening } from "#lib/state/state.ts";
import { Headline } from "./headline.tsx";
import { FeatureOffNote, NoSkills, useHasNoSkills } from "./nothing-loaded.tsx";
import { ProblemsPanel } from "./problems-panel.tsx";
import { SkillLists } from "./skill-lists.tsx";
import { type SectionsInput, type SkillSections, skillSections } from "./skill-sections.ts";
import styles from "./skills-panel.module.css";

/** Every SKILL.md of the workspace and what the chosen harness makes of it. */
export function SkillsPanel() {
  const view = useWorkspaceInSlices((state) => state.view);
  const isReady = useWorkspace((state) => state.phase.kind === "ready");
  // Read in slices like the view, so that the panel is neither blank nor called empty before its skills are drawn.
  const isDrawn = useWorkspaceInSlices((state) => state.phase.kind === "ready");
  const opening = useWorkspaceInSlices(isOpening);
  const isEmpty = useWorkspace((state) => state.phase.kind === "empty");
  const [filter, setFilter] = useState("");
  const wanted = useDeferredValue(filter);
  const input = useSections(view);
  const all = useMemo(() => skillSections(input), [input]);
  const shown = useMemo(
    () => (wanted === "" ? all : skillSections({ ...input, filter: wanted })),
    [all, input, wanted],
  );
  const hasNone = useHasNoSkills();
  return (
    <Panel name="Skills" actions={<PanelActions isReady={isReady} isStale={view.stale} />}>
      {/* If there are no skills at all, a note below says that once. */}
      {isReady && !hasNone && <Headline />}
      <div className={styles.filter}>
        <TextField
          label="Filter skills"
          labelHidden
          type="search"
          placeholder="Filter skills"
          icon={<Search size={14} aria-hidden />}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </div>
      <LaunchOption />
      {view.whyOff && <FeatureOffNote whyOff={view.whyOff} />}
      {!hasNone && <MountsWithoutSkills problems={view.problems} />}
      {isReady && (
        <ErrorBoundary what="The list of problems">
          <ProblemsPanel />
        </ErrorBoundary>
      )}
      <div className={styles.scroll}>
        {/* A row loads its details in a transition, during which the lists stay as they are. */}
        <Suspense>
          <SkillLists sections={shown} filter={wanted} isLostFirst={all.lost.length > all.loaded.length} />
        </Suspense>
        {wanted !== "" && sizeOf(shown) === 0 && <EmptyState title="Nothing matches the filter" />}
        {opening && <OpeningNote />}
        {isEmpty && !opening && <EmptyState title="No skills yet" />}
        {isDrawn && wanted === "" && hasNone && <NoSkills />}
      </div>
    </Panel>
  );
}

function PanelActions({ isReady, isStale }: { isReady: boolean; isStale: boolean }) {
  return (
    <>
      {isReady && <CardButton />}
      <ActionButton
        action={reloadSkills}
        icon={<RotateCw size={14} aria-hidden />}
        size="small"
        className={isStale ? styles.stale : ""}
      />
    </>
  );
}

/** Repeated here, because a person looks here for the skills of what they just opened. */
function MountsWithoutSkills({ problems }: { problems: readonly Notice[] }) {
  return problems
    .filter(({ code }) => code === "no-skills")
    .map((notice) => (
      <p key={notice.path} className={styles.note}>
        {noticeText(notice).title}. {noticeText(notice).fix}
      </p>
    ));
}

/** The input of the list, without a filter. */
function useSections(view: HarnessView): SectionsInput {
  const folders = useWorkspaceInSlices((state) => state.folders);
  const profile = useWorkspaceInSlices(({ profileId }) => profileById(profileId));
  return useMemo(
    () => ({ view, folders, isBundled: (location) => isBundled(profile, location) }),
    [view, folders, profile],
  );
}

function sizeOf({ loaded, off, lost, bundled }: SkillSections): number {
  return loaded.length + off.length + lost.length + bundled.length;
}

/** The harness's launch option that turns skills off, if it has one. Changing it restarts the harness. */
function LaunchOption() {
  const states = useWorkspace(({ profileId }) => profileById(profileId).states);
  const noSkills = useWorkspace((state) => state.noSkills);
  const follows = useReadOnlyTab();
  const { setNoSkills } = useActions();
  if (states.kind !== "allow-list") return null;
  return (
    <label className={styles.launch}>
      <input
        type="checkbox"
        checked={noSkills}
        disabled={follows}
        onChange={({ target }) => void setNoSkills(target.checked)}
      />
      <span>
        Start with <code>{states.launchSwitch}</code>
      </span>
    </label>
  );
}
