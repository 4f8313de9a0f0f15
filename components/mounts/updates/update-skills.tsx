import lists from "#components/changes/changed-files.module.css";
import { Tag } from "#components/ui/tag.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import type { Mount } from "#lib/state/mount.ts";
import type { SkillChange } from "#lib/state/update.ts";
import styles from "./update.module.css";

interface UpdateSkillsProps {
  readonly changes: readonly SkillChange[];
  /** The mount whose choice of skills the update asks about; absent where there is nothing to choose. */
  readonly mount?: Mount | undefined;
  /** Paths of new skills to be installed; absent where all skills are installed. */
  readonly wanted?: ReadonlySet<string>;
  readonly onChange?: (wanted: ReadonlySet<string>) => void;
  readonly title?: string;
}

const none: ReadonlySet<string> = new Set();

const words: Readonly<Record<SkillChange["kind"], string>> = {
  added: "new",
  changed: "changed",
  moved: "moved",
  removed: "removed",
};

/** The skills that an update changes. Where only some skills of the source are installed, new skills are offered. */
export function UpdateSkills({
  changes,
  mount,
  wanted = none,
  onChange,
  title = "Skills it touches",
}: UpdateSkillsProps) {
  if (changes.length === 0) return null;
  const isChosen = mount?.as === "install" && mount.chosen !== undefined;
  const hasNew = changes.some(({ kind }) => kind === "added");
  function want(path: string, isWanted: boolean) {
    const next = new Set(wanted);
    if (isWanted) next.add(path);
    else next.delete(path);
    onChange?.(next);
  }
  return (
    <div className={styles.part}>
      <h3>{title}</h3>
      {hasNew && mount?.as === "install" && <p className={lists.note}>{newText(isChosen)}</p>}
      <ul role="list" className={styles.skills}>
        {changes.map(({ kind, name, path, from }) => (
          <li key={path}>
            <Tag tone={kind === "removed" ? "bad" : "muted"}>{words[kind]}</Tag> <VisibleName as="strong" text={name} />{" "}
            <VisibleName as="code" text={path.slice(1)} />
            {from !== undefined && (
              <span className={lists.note}>
                {" "}
                from <VisibleName as="code" text={from.slice(1)} />
              </span>
            )}
            {kind === "added" && isChosen && (
              <label className={styles.want}>
                <input
                  type="checkbox"
                  checked={wanted.has(path)}
                  onChange={(event) => want(path, event.target.checked)}
                />
                Install <VisibleName text={name} />
              </label>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function newText(isChosen: boolean): string {
  return isChosen
    ? "Your choice of skills stays. New ones are not installed unless you choose them."
    : "All skills of this source are installed, so new ones are installed, too.";
}
