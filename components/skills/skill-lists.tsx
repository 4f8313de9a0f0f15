import { type ReactNode, useId, useState } from "react";
import { useGrowing } from "#components/ui/progressive-drawing.ts";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { formatCount } from "#lib/format-count.ts";
import type { Candidate } from "#lib/harness/vocabulary/skill.ts";
import { LoadedSkillRow } from "./loaded-skill-row.tsx";
import { LostSkillRow } from "./lost-skill-row.tsx";
import { isListed, type LoadedSkill, type SkillGroups } from "./skill-groups.ts";
import styles from "./skill-lists.module.css";
import { useModelReads } from "./use-model-reads.ts";

/** The groups, one list each: what is offered first, then what is not and why. */
export function SkillLists({ groups, isFiltered }: { groups: SkillGroups; isFiltered: boolean }) {
  const { loaded, off, rejected, shadowed, outside } = groups;
  return (
    <>
      {loaded.length > 0 && <LoadedList label="Loaded skills" skills={loaded} isFiltered={isFiltered} />}
      {off.length > 0 && (
        <Group label="Off" count={off.length}>
          <LoadedList label="Skills that are off" skills={off} isFiltered={isFiltered} />
        </Group>
      )}
      <div data-lost>
        {rejected.length > 0 && (
          <Group label="Not loaded" count={rejected.length}>
            <LostList label="Skills not loaded" candidates={rejected} />
          </Group>
        )}
        {shadowed.length > 0 && (
          <Group label="Shadowed" count={shadowed.length}>
            <LostList label="Shadowed skills" candidates={shadowed} />
          </Group>
        )}
        {outside.length > 0 && (
          // Folded: a repository that is not made for this harness has hundreds.
          <Outside candidates={outside} isFiltered={isFiltered} />
        )}
      </div>
    </>
  );
}

interface OutsideProps {
  readonly candidates: readonly Candidate[];
  /** Whether they are what a person looks for: then the group opens by itself. */
  readonly isFiltered: boolean;
}

function Outside({ candidates, isFiltered }: OutsideProps) {
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
      {isOpen && <LostList label="Skills outside the roots" candidates={candidates} />}
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
  const reads = useModelReads();
  const drawn = useGrowing(skills);
  const quiet = skills.findIndex((loaded) => loaded.state !== "off" && !isListed(loaded));
  return (
    <ul role="list" aria-label={label} className={styles.list}>
      {drawn.map((loaded, index) => (
        <LoadedSkillRow
          key={loaded.skill.location}
          loaded={loaded}
          heading={index === quiet ? "Not told to the model" : undefined}
          isSelected={loaded.skill.location === selected}
          isFiltered={isFiltered}
          isActivated={reads.has(loaded.skill.location)}
        />
      ))}
    </ul>
  );
}

function LostList({ label, candidates }: { label: string; candidates: readonly Candidate[] }) {
  const drawn = useGrowing(candidates);
  return (
    <ul role="list" aria-label={label} className={styles.list}>
      {drawn.map((candidate) => (
        <LostSkillRow key={candidate.location} candidate={candidate} />
      ))}
    </ul>
  );
}
