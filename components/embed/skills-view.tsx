import { type ReactNode, useMemo, useState } from "react";
import { WhyDetails } from "#components/skills/fetched-why.tsx";
import detailStyles from "#components/skills/skill-details.module.css";
import { isListed } from "#components/skills/skill-groups.ts";
import { type ListedSkill, skillSections } from "#components/skills/skill-sections.ts";
import { StateMark, StateTag } from "#components/skills/skill-state.tsx";
import { useFreshSession } from "#components/skills/why/use-explanation.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useVerdict } from "#components/workspace/use-verdict.ts";
import { WaySwitch } from "#components/workspace/way-switch.tsx";
import { useActions, useWorkspace, useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import { sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { formatCount } from "#lib/format-count.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Candidate } from "#lib/harness/vocabulary/skill.ts";
import { noSkills } from "#lib/report/compare/headline.ts";
import { isBundled } from "#lib/stage/place.ts";
import type { SkillFolder } from "#lib/stage/skill-folders.ts";
import styles from "./embed-view.module.css";
import { HarnessSelect, SourceName, ViewHead } from "./view-head.tsx";

/** Rows drawn until a person asks for all. */
const drawnAtFirst = 40;

/** An embed is too narrow for headings. */
const noFolders: ReadonlyMap<string, SkillFolder> = new Map();

/** Every skill of the source, and what the harness makes of it. `note`: shown before the list. */
export function SkillsView({ note }: { note?: ReactNode }) {
  const view = useWorkspaceInSlices((state) => state.view);
  const profile = useWorkspaceInSlices(({ profileId }) => profileById(profileId));
  const rows = useMemo(() => {
    const isOther = (location: string) => isBundled(profile, location);
    const { loaded, off, lost } = skillSections({ view, folders: noFolders, isBundled: isOther });
    return [...loaded, ...off, ...lost];
  }, [view, profile]);
  const { headline } = useVerdict();
  const [isAll, setAll] = useState(false);
  const shown = isAll ? rows : rows.slice(0, drawnAtFirst);
  return (
    <>
      <ViewHead title={<SourceName />} tools={<HarnessSelect />}>
        <strong>{headline}</strong> <WaySwitch />
      </ViewHead>
      {note && <p className={styles.note}>{note}</p>}
      {rows.length === 0 && <EmptyState title={noSkills}>No folder has a SKILL.md.</EmptyState>}
      <ul role="list" aria-label="Skills" className={styles.rows}>
        {shown.map((row) => (
          <SkillRow key={row.location} listed={row} />
        ))}
      </ul>
      {rows.length > shown.length && (
        <p className={styles.more}>
          <Button size="small" onClick={() => setAll(true)}>
            Show all {formatCount(rows.length)}
          </Button>
        </p>
      )}
    </>
  );
}

/** One skill in two lines; unfolded, the whole description and why the harness treats it this way. */
function SkillRow({ listed }: { listed: ListedSkill }) {
  const { openFile } = useActions();
  const [isOpen, setOpen] = useState(false);
  const { location, name, text, word, loaded, candidate } = listed;
  return (
    <li>
      <details className={styles.row} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
        <summary>
          <StateMark listed={listed} className={styles.mark} />
          <VisibleName as="span" className={styles.name} text={name} />
          <span className={styles.aside}>
            {word === "loaded" ? <span className="unseen">{word}</span> : <StateTag word={word} />}
            {loaded && isListed(loaded) && loaded.row !== undefined && (
              <span title="About how many tokens its catalog entry adds to every message">
                ≈{sampleTokens(loaded.row)} tokens
              </span>
            )}
          </span>
          <VisibleName as="span" className={styles.text} text={text} form="text" />
        </summary>
        {isOpen && (
          <div className={styles.unfolded}>
            {loaded ? (
              <Button size="small" onClick={() => openFile(location)}>
                Open SKILL.md
              </Button>
            ) : (
              <div className={detailStyles.details}>
                <WhyDetails candidate={candidate} />
              </div>
            )}
          </div>
        )}
      </details>
    </li>
  );
}

/** The skill in the address, or the only skill; `undefined` where that is ambiguous. */
export function useChosenSkill(): Candidate | undefined {
  const location = useWorkspace((state) => state.selection.skill);
  const profile = useWorkspace(({ profileId }) => profileById(profileId));
  const { candidates } = useFreshSession().discovery;
  const chosen = candidates.find((one) => one.location === location);
  if (chosen) return chosen;
  const own = candidates.filter((one) => !isBundled(profile, one.location));
  return own.length === 1 ? own[0] : undefined;
}
