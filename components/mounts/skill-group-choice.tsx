import { useId } from "react";
import { formatCount } from "#components/ui/format.ts";
import { VisibleName } from "#components/ui/text/visible-text.tsx";
import type { ChoiceGroup, SkillChoice } from "#lib/workspace/mounts/source-skills.ts";
import styles from "./choose-skills.module.css";
import type { Chosen } from "./chosen-skills.ts";

interface SkillGroupChoiceProps {
  readonly group: ChoiceGroup;
  /** Whether a heading tells it from other groups. */
  readonly isNamed: boolean;
  readonly chosen: Chosen;
  readonly onChange: (paths: readonly string[], isIn: boolean) => void;
}

/** A manifest's group of skills: one box for all of them, one for each. */
export function SkillGroupChoice({ group, isNamed, chosen, onChange }: SkillGroupChoiceProps) {
  const id = useId();
  const paths = group.skills.map(({ path }) => path);
  const count = paths.filter((path) => chosen.has(path)).length;
  const isSome = count > 0 && count < paths.length;
  return (
    <fieldset
      className={styles.set}
      aria-labelledby={isNamed ? id : undefined}
      aria-label={isNamed ? undefined : "Skills"}
    >
      {isNamed && (
        <label className={styles.group}>
          <input
            type="checkbox"
            ref={(box) => {
              if (box) box.indeterminate = isSome;
            }}
            checked={count === paths.length}
            onChange={(event) => onChange(paths, event.target.checked)}
            aria-labelledby={id}
            aria-describedby={group.description ? `${id}-text` : undefined}
          />
          <span>
            <strong id={id}>{group.name ?? "Other skills"}</strong>{" "}
            <span className={styles.count}>
              {formatCount(count)} of {formatCount(paths.length)}
            </span>
            {group.description && (
              <span id={`${id}-text`} className={styles.text}>
                <VisibleName text={group.description} form="text" />
              </span>
            )}
          </span>
        </label>
      )}
      <ul role="list" className={styles.list}>
        {group.skills.map((skill) => (
          <SkillBox
            key={skill.path}
            skill={skill}
            isIn={chosen.has(skill.path)}
            onChange={(isIn) => onChange([skill.path], isIn)}
          />
        ))}
      </ul>
    </fieldset>
  );
}

interface SkillBoxProps {
  readonly skill: SkillChoice;
  readonly isIn: boolean;
  readonly onChange: (isIn: boolean) => void;
}

/** Named by the skill alone; path and description are read after it. */
function SkillBox({ skill, isIn, onChange }: SkillBoxProps) {
  const id = useId();
  return (
    <li>
      <label className={styles.skill}>
        <input
          type="checkbox"
          checked={isIn}
          onChange={(event) => onChange(event.target.checked)}
          aria-labelledby={id}
          aria-describedby={`${id}-text`}
        />
        <span>
          <strong id={id}>
            <VisibleName text={skill.name} />
          </strong>
          <span id={`${id}-text`} className={styles.text}>
            <code>{skill.path.slice(1)}</code> <span className={styles.description}>{skill.description}</span>
          </span>
        </span>
      </label>
    </li>
  );
}
