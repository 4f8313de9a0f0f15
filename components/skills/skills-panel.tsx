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
import {
  useActions,
  useStateNow,
  useWorkspace,
  useWorkspaceInSlices,
} from "#components/workspace/workspace-context.tsx";
import { formatCount } from "#lib/format-count.ts";
import { describeReload } from "#lib/harness/describe/describe-profile.ts";
import { noticeText } from "#lib/harness/notice-text.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { HarnessView } from "#lib/stage/derive-view.ts";
import { candidatesNow } from "#lib/stage/pending.ts";
import { isBundled } from "#lib/stage/place.ts";
import { skillFolders } from "#lib/stage/skill-folders.ts";
import { isOpening } from "#lib/workspace/state.ts";
import { FeatureOffNote, NoSkills } from "./nothing-loaded.tsx";
import { OutsideOffer } from "./outside-offer.tsx";
import { countTold, type ToldCounts } from "./skill-groups.ts";
import { SkillLists } from "./skill-lists.tsx";
import { type SectionsInput, type SkillSections, skillSections } from "./skill-sections.ts";
import styles from "./skills-panel.module.css";

/** Every SKILL.md of the workspace and what the chosen harness makes of it. */
export function SkillsPanel() {
  const view = useWorkspaceInSlices((state) => state.view);
  const isReady = useWorkspace((state) => state.phase.kind === "ready");
  const isEmpty = useWorkspace((state) => state.phase.kind === "empty");
  const opening = useWorkspace(isOpening);
  const [filter, setFilter] = useState("");
  const wanted = useDeferredValue(filter);
  const input = useSections(view);
  const all = useMemo(() => skillSections(input), [input]);
  const shown = useMemo(
    () => (wanted === "" ? all : skillSections({ ...input, filter: wanted })),
    [all, input, wanted],
  );
  const scroll = useRef<HTMLDivElement>(null);
  const showLost = () => scroll.current?.querySelector("[data-lost]")?.scrollIntoView();
  return (
    <Panel
      name="Skills"
      note={isReady && <Counts sections={all} onShowLost={showLost} />}
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
      {isReady && <OutsideOffer />}
      <div ref={scroll} className={styles.scroll}>
        {/* A row that opens waits for its details in a transition, and the lists stay as they are meanwhile. */}
        <Suspense>
          <SkillLists sections={shown} filter={wanted} isLostFirst={all.lost.length > all.loaded.length} />
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

/** What the list is made of, without a filter. */
function useSections(view: HarnessView): SectionsInput {
  const mounts = useWorkspace((state) => state.mounts);
  const profile = useWorkspaceInSlices(({ profileId }) => profileById(profileId));
  const stateNow = useStateNow();
  return useMemo(() => {
    const own = candidatesNow(view).flatMap(({ location }) => (isBundled(profile, location) ? [] : [location]));
    // By the tree as it is now: each change of it that matters here makes a new view.
    const folders = skillFolders(stateNow().files, mounts, own);
    return { view, folders, isBundled: (location) => isBundled(profile, location) };
  }, [view, mounts, profile, stateNow]);
}

interface CountsProps {
  readonly sections: SkillSections;
  readonly onShowLost: () => void;
}

/** How many there are of each kind. What is not loaded may lie far down the list: its number leads there. */
function Counts({ sections, onShowLost }: CountsProps) {
  const { loaded, off, lost } = sections;
  const not = lost.length;
  return (
    <>
      {formatCount(loaded.length + off.length)} loaded
      <ToldCount counts={countTold({ loaded: loaded.flatMap((each) => each.loaded ?? []) })} />
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

function sizeOf({ loaded, off, lost, bundled }: SkillSections): number {
  return loaded.length + off.length + lost.length + bundled.length;
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
