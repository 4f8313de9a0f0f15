import { type ReactNode, useId, useState } from "react";
import { useGrowing } from "#components/ui/progressive-drawing.ts";
import { ShowMore } from "#components/ui/text/show-more.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { formatCount } from "#lib/format-count.ts";
import { profileById } from "#lib/harness/profiles.ts";
import styles from "./skill-lists.module.css";
import { SkillRow } from "./skill-row.tsx";
import type { ListedSkill, SkillSections } from "./skill-sections.ts";
import { useModelReads } from "./use-model-reads.ts";

interface SkillListsProps {
  readonly sections: SkillSections;
  readonly filter: string;
  /** Whether skills that are not loaded come before those that are. */
  readonly isLostFirst: boolean;
}

/**
 * The person's own skills, loaded and not loaded, the larger group first; then the bundled ones. Each filter gets lists of its own, so that
 * React removes the old rows as one subtree, and not row by row.
 */
export function SkillLists({ sections, filter, isLostFirst }: SkillListsProps) {
  const { loaded, off, lost, bundled } = sections;
  const lostGroup = lost.length > 0 && (
    <Group key="lost" label="Not loaded" count={lost.length} isLost>
      <SkillList key={filter} label="Skills not loaded" skills={lost} />
    </Group>
  );
  return (
    <>
      {isLostFirst && lostGroup}
      {loaded.length > 0 &&
        (isLostFirst ? (
          <Group key="loaded" label="Loaded" count={loaded.length}>
            <SkillList key={filter} label="Loaded skills" skills={loaded} />
          </Group>
        ) : (
          <SkillList key={filter} label="Loaded skills" skills={loaded} />
        ))}
      {off.length > 0 && (
        <Group label={off.every(({ word }) => word === "not started") ? "Not started" : "Off"} count={off.length}>
          <SkillList key={filter} label="Skills that are off" skills={off} />
        </Group>
      )}
      {!isLostFirst && lostGroup}
      {bundled.length > 0 && <Bundled skills={bundled} filter={filter} />}
    </>
  );
}

interface BundledProps {
  readonly skills: readonly ListedSkill[];
  /** A filter that matches bundled skills opens their group. */
  readonly filter: string;
}

/** The bundled skills; folded, because they are not what a person came for. */
function Bundled({ skills, filter }: BundledProps) {
  const harness = useWorkspace(({ profileId }) => profileById(profileId).label);
  const selected = useWorkspace((state) => state.selection.skill);
  const isFiltered = filter !== "";
  const [isUnfolded, setUnfolded] = useState(false);
  const [seen, setSeen] = useState<string>();
  if (selected !== seen) {
    setSeen(selected);
    // A skill selected elsewhere must be in sight.
    if (skills.some(({ location }) => location === selected)) setUnfolded(true);
  }
  const isOpen = isUnfolded || isFiltered;
  return (
    <details
      className={styles.folded}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (!isFiltered) setUnfolded(currentTarget.open);
      }}
    >
      <summary>
        Comes with {harness} <span>{formatCount(skills.length)}</span>
      </summary>
      {isOpen && <SkillList key={filter} label="Bundled skills" skills={skills} />}
    </details>
  );
}

interface GroupProps {
  readonly label: string;
  readonly count: number;
  readonly isLost?: true;
  readonly children: ReactNode;
}

function Group({ label, count, isLost, children }: GroupProps) {
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id} data-lost={isLost && ""}>
      <h3 id={id}>
        {label} <span>{formatCount(count)}</span>
      </h3>
      {children}
    </section>
  );
}

function SkillList({ label, skills }: { label: string; skills: readonly ListedSkill[] }) {
  const selected = useWorkspace((state) => state.selection.skill);
  const reads = useModelReads();
  const { drawn, ...rest } = useGrowing(skills, 1 + skills.findIndex(({ location }) => location === selected));
  return (
    <ul role="list" aria-label={label} className={styles.list}>
      {drawn.map((listed) => (
        <SkillRow
          key={listed.location}
          listed={listed}
          isSelected={listed.location === selected}
          isActivated={reads.has(listed.location)}
        />
      ))}
      <ShowMore hidden={rest.hidden} noun="skill" onShow={rest.showMore} />
    </ul>
  );
}
