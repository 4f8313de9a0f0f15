import { formatCount } from "#components/ui/format.ts";
import { visibleName } from "#components/ui/text/visible-pieces.ts";
import type { FoundSkills as Found } from "#lib/workspace/state.ts";
import styles from "./found-skills.module.css";

/**
 * The skills of a source whose other files are still coming. Outside the progress, which is read aloud: a hundred names
 * would be too. Nothing here opens anything, as nothing has been accepted yet.
 */
export function FoundSkills({ skills, skillCount, coming }: Found) {
  const more = skillCount - skills.length;
  return (
    <div className={styles.found}>
      <p className={styles.count}>
        <strong>{skillCount === 1 ? "1 skill" : `${formatCount(skillCount)} skills`}</strong> found ·{" "}
        {coming === 1 ? "1 file" : `${formatCount(coming)} files`} still coming
      </p>
      <ul className={styles.list} aria-label="Found so far" tabIndex={0}>
        {skills.map(({ path, name, description }) => (
          <li key={path} className={styles.skill} title={visibleName(path)}>
            <span className={styles.name}>{name}</span> <span className={styles.description}>{description}</span>
          </li>
        ))}
        {more > 0 && <li className={styles.description}>and {formatCount(more)} more</li>}
      </ul>
    </div>
  );
}
