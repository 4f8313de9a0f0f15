import { type ReactNode, useId, useState } from "react";
import { useGrowing } from "#components/ui/progressive-drawing.ts";
import { ShowMore } from "#components/ui/text/show-more.tsx";
import { useWorkspace, useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import { formatCount } from "#lib/format-count.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Candidate } from "#lib/harness/vocabulary/skill.ts";
import { LoadedSkillRow } from "./loaded-skill-row.tsx";
import { LostSkillRow } from "./lost-skill-row.tsx";
import { isListed, type LoadedSkill, type SkillGroups } from "./skill-groups.ts";
import styles from "./skill-lists.module.css";
import { useModelReads } from "./use-model-reads.ts";

/**
 * The groups, one list each: what is offered first, then what is not and why. Each filter has lists of its own: the rows of the
 * last one then leave the page as one piece, and not each by itself.
 */
export function SkillLists({ groups, filter }: { groups: SkillGroups; filter: string }) {
  const { loaded, off, rejected, shadowed, outside } = groups;
  const isFiltered = filter !== "";
  return (
    <>
      {loaded.length > 0 && <LoadedList key={filter} label="Loaded skills" skills={loaded} isFiltered={isFiltered} />}
      {off.length > 0 && (
        <Group label="Off" count={off.length}>
          <LoadedList key={filter} label="Skills that are off" skills={off} isFiltered={isFiltered} />
        </Group>
      )}
      <div data-lost>
        {rejected.length > 0 && (
          <Group label="Not loaded" count={rejected.length}>
            <LostList key={filter} label="Skills not loaded" candidates={rejected} />
          </Group>
        )}
        {shadowed.length > 0 && (
          <Group label="Shadowed" count={shadowed.length}>
            <LostList key={filter} label="Shadowed skills" candidates={shadowed} />
          </Group>
        )}
        {outside.length > 0 && (
          // Folded: a repository that is not made for this harness has hundreds.
          <Outside candidates={outside} filter={filter} />
        )}
      </div>
    </>
  );
}

interface OutsideProps {
  readonly candidates: readonly Candidate[];
  /** With one, they are what a person looks for: then the group opens by itself. */
  readonly filter: string;
}

function Outside({ candidates, filter }: OutsideProps) {
  const isFiltered = filter !== "";
  const selected = useWorkspace((state) => state.selection.skill);
  const [isUnfolded, setUnfolded] = useState(false);
  const [seen, setSeen] = useState<string>();
  if (selected !== seen) {
    setSeen(selected);
    // A skill that was selected elsewhere must be in sight.
    if (candidates.some(({ location }) => location === selected)) setUnfolded(true);
  }
  const isOpen = isUnfolded || isFiltered;
  return (
    <details
      className={styles.outside}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (!isFiltered) setUnfolded(currentTarget.open);
      }}
    >
      <summary>
        Where this harness never looks <span>{formatCount(candidates.length)}</span>
      </summary>
      {isOpen && <LostList key={filter} label="Skills outside the roots" candidates={candidates} />}
    </details>
  );
}

function Group({ label, count, children }: { label: string; count: number; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id}>
        {label} <span>{formatCount(count)}</span>
      </h3>
      {children}
    </section>
  );
}

interface LoadedListProps {
  readonly label: string;
  readonly skills: readonly LoadedSkill[];
  readonly isFiltered: boolean;
}

function LoadedList({ label, skills, isFiltered }: LoadedListProps) {
  const selected = useWorkspace((state) => state.selection.skill);
  const profile = useWorkspaceInSlices(({ profileId }) => profileById(profileId));
  const reads = useModelReads();
  const { drawn, ...rest } = useGrowing(skills, 1 + skills.findIndex(({ skill }) => skill.location === selected));
  const quiet = skills.findIndex((loaded) => loaded.state !== "off" && !isListed(loaded));
  return (
    <ul role="list" aria-label={label} className={styles.list}>
      {drawn.map((loaded, index) => (
        <LoadedSkillRow
          key={loaded.skill.location}
          loaded={loaded}
          profile={profile}
          heading={index === quiet ? "Not told to the model" : undefined}
          isSelected={loaded.skill.location === selected}
          isFiltered={isFiltered}
          isActivated={reads.has(loaded.skill.location)}
        />
      ))}
      <ShowMore hidden={rest.hidden} noun="skill" onShow={rest.showMore} />
    </ul>
  );
}

function LostList({ label, candidates }: { label: string; candidates: readonly Candidate[] }) {
  const selected = useWorkspace((state) => state.selection.skill);
  const { drawn, ...rest } = useGrowing(candidates, 1 + candidates.findIndex(({ location }) => location === selected));
  return (
    <ul role="list" aria-label={label} className={styles.list}>
      {drawn.map((candidate) => (
        <LostSkillRow key={candidate.location} candidate={candidate} />
      ))}
      <ShowMore hidden={rest.hidden} noun="skill" onShow={rest.showMore} />
    </ul>
  );
}
