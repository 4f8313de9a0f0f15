import { RotateCw, Search } from "lucide-react";
import { Suspense, useDeferredValue, useMemo, useRef, useState } from "react";
import { ActionButton } from "#components/actions/action-button.tsx";
import { reloadSkills } from "#components/actions/harness-actions.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { TextField } from "#components/ui/fields.tsx";
import { OpeningNote, Panel } from "#components/workspace/panel.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useVerdict } from "#components/workspace/use-verdict.ts";
import { WaySwitch } from "#components/workspace/way-switch.tsx";
import { useActions, useWorkspace, useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import { formatCount } from "#lib/format-count.ts";
import { describeReload } from "#lib/harness/describe/describe-profile.ts";
import { noticeText } from "#lib/harness/notice-text.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { isOpening } from "#lib/workspace/state.ts";
import { FeatureOffNote, NoSkills } from "./nothing-loaded.tsx";
import { OutsideOffer } from "./outside-offer.tsx";
import { countTold, groupSkills, type SkillGroups, type ToldCounts } from "./skill-groups.ts";
import { SkillLists } from "./skill-lists.tsx";
import styles from "./skills-panel.module.css";

/** Every SKILL.md of the workspace and what the chosen harness makes of it. */
export function SkillsPanel() {
  const view = useWorkspaceInSlices((state) => state.view);
  const isReady = useWorkspace((state) => state.phase.kind === "ready");
  const isEmpty = useWorkspace((state) => state.phase.kind === "empty");
  const opening = useWorkspace(isOpening);
  const [filter, setFilter] = useState("");
  const wanted = useDeferredValue(filter);
  const all = useMemo(() => groupSkills(view), [view]);
  const shown = useMemo(() => (wanted === "" ? all : groupSkills(view, wanted)), [all, view, wanted]);
  const scroll = useRef<HTMLDivElement>(null);
  const showLost = () => scroll.current?.querySelector("[data-lost]")?.scrollIntoView();
  return (
    <Panel
      name="Skills"
      note={isReady && <Counts groups={all} onShowLost={showLost} />}
      actions={
        <ActionButton
          action={reloadSkills}
          icon={<RotateCw size={14} aria-hidden />}
          size="small"
          className={view.stale ? styles.stale : ""}
        />
      }
    >
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
      {isReady && <Verdict />}
      <LaunchOption />
      {view.whyOff && <FeatureOffNote whyOff={view.whyOff} />}
      {view.stale && <StaleNote />}
      <MountsWithoutSkills problems={view.problems} />
      {isReady && <OutsideOffer discovery={view.discovery} />}
      <div ref={scroll} className={styles.scroll}>
        {/* A row that opens waits for its details in a transition, and the lists stay as they are meanwhile. */}
        <Suspense>
          <SkillLists groups={shown} filter={wanted} />
        </Suspense>
        {wanted !== "" && sizeOf(shown) === 0 && <EmptyState title="Nothing matches the filter" />}
        {opening && <OpeningNote />}
        {isEmpty && !opening && <EmptyState title="No skills yet" />}
        {isReady && wanted === "" && <NoSkills discovery={view.discovery} />}
      </div>
    </Panel>
  );
}

/** What has become of all skills, in a sentence, and in which way they are counted. */
function Verdict() {
  const { headline } = useVerdict();
  return (
    <div className={styles.verdict}>
      <p>{headline}</p>
      <WaySwitch />
    </div>
  );
}

function StaleNote() {
  const profile = useWorkspace((state) => profileById(state.profileId));
  return (
    <p className={styles.note} role="status">
      Files changed, not reloaded yet: {profile.label} looks again {describeReload(profile)}. Reload skills restarts it.
    </p>
  );
}

/** Said here too, where a person looks for the skills of what they just opened. */
function MountsWithoutSkills({ problems }: { problems: readonly Notice[] }) {
  return problems
    .filter(({ code }) => code === "no-skills")
    .map((notice) => (
      <p key={notice.path} className={styles.note}>
        {noticeText(notice).title}. {noticeText(notice).fix}
      </p>
    ));
}

interface CountsProps {
  readonly groups: SkillGroups;
  readonly onShowLost: () => void;
}

/** How many there are of each kind. What is not loaded may lie far down the list: its number leads there. */
function Counts({ groups, onShowLost }: CountsProps) {
  const { loaded, off, rejected, shadowed, outside } = groups;
  const not = rejected.length + shadowed.length + outside.length;
  return (
    <>
      {formatCount(loaded.length + off.length)} loaded
      <ToldCount counts={countTold(groups)} />
      {off.length > 0 && ` · ${formatCount(off.length)} off`}
      {not > 0 && (
        <>
          {" · "}
          <Button variant="link" title="Show what is not loaded" onClick={onShowLost}>
            {formatCount(not)} not
          </Button>
        </>
      )}
    </>
  );
}

/** How many the model is told of, where that is not all that are on, or not all of their descriptions. */
function ToldCount({ counts: { on, told, cut, named, leftOut } }: { counts: ToldCounts }) {
  if (told === on && cut === 0) return null;
  const parts = [
    `${formatCount(told - cut)} with the whole description`,
    `${formatCount(cut)} with its beginning`,
    `${formatCount(named)} by name only`,
    `${formatCount(on - told - named)} not at all${leftOut > 0 ? `, ${formatCount(leftOut)} of them for lack of room` : ""}`,
  ];
  return (
    <span title={`The model is told of ${parts.join(", ")}`}>
      {told < on && `, ${formatCount(told)} told to the model`}
      {cut > 0 && `, ${formatCount(cut)} cut`}
    </span>
  );
}

function sizeOf({ loaded, off, rejected, shadowed, outside }: SkillGroups): number {
  return loaded.length + off.length + rejected.length + shadowed.length + outside.length;
}

/** The switch at start that turns skills off, where the harness has one. Choosing it restarts the harness. */
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
