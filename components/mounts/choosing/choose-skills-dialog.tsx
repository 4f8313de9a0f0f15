import { Search } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, takeFocus } from "#components/ui/dialog.tsx";
import { TextField } from "#components/ui/fields.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { formatCount, plural } from "#lib/format-count.ts";
import type { ChoiceGroup, SkillChoice } from "#lib/stage/source-skills.ts";
import type { Mount } from "#lib/state/mount.ts";
import styles from "./choose-skills.module.css";
import { type Chosen, matchingChoices, pathsOf, withPaths } from "./chosen-skills.ts";

/** Chooses which skills of a source are installed. Nothing changes until the person confirms. */
export function ChooseSkillsDialog({ mount, onClose }: { mount: Mount; onClose: () => void }) {
  const { skillChoices, chooseSkills } = useActions();
  const [groups] = useState(() => skillChoices(mount.id));
  const all = pathsOf(groups);
  // Of a project, only chosen skills can be installed.
  const isProject = mount.as === "project";
  const [chosen, setChosen] = useState<Chosen>(() => new Set(mount.chosen ?? (isProject ? [] : all)));
  const [search, setSearch] = useState("");
  const shown = matchingChoices(groups, search);
  const count = all.filter((path) => chosen.has(path)).length;
  const set = (paths: readonly string[], isIn: boolean) => setChosen(withPaths(chosen, paths, isIn));

  function install() {
    // Choosing all skills also includes those that the source adds later.
    void chooseSkills(
      mount.id,
      count === all.length && !isProject ? undefined : all.filter((path) => chosen.has(path)),
    );
    onClose();
  }

  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" onClick={install}>
        Install {plural(count, "skill")}
      </Button>
    </>
  );
  return (
    <Dialog title={`Choose skills of ${mount.label}`} onClose={onClose} footer={footer}>
      <div className={styles.top}>
        <TextField
          ref={takeFocus}
          label="Search skills"
          labelHidden
          icon={<Search size={14} aria-hidden />}
          placeholder="Search skills"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <ChoiceBar isSearched={search !== ""} shown={pathsOf(shown)} onChange={set}>
          {formatCount(count)} of {plural(all.length, "skill")} chosen
        </ChoiceBar>
      </div>
      {shown.length === 0 && <p className={styles.none}>No skill matches.</p>}
      {shown.map((group) => (
        <SkillGroupChoice
          key={group.name ?? ""}
          group={group}
          isNamed={groups.length > 1 || group.name !== undefined}
          chosen={chosen}
          onChange={set}
        />
      ))}
    </Dialog>
  );
}

interface ChoiceBarProps {
  readonly isSearched: boolean;
  /** Paths of the skills that match the search. */
  readonly shown: readonly string[];
  readonly onChange: (paths: readonly string[], isIn: boolean) => void;
  /** The number of chosen skills, in words. */
  readonly children: ReactNode;
}

/** Chooses all or none of the skills that match the search. */
function ChoiceBar({ isSearched, shown, onChange, children }: ChoiceBarProps) {
  return (
    <div className={styles.bar}>
      <p role="status">
        {children}
        {isSearched && `, ${formatCount(shown.length)} shown`}
      </p>
      <Button size="small" onClick={() => onChange(shown, true)}>
        {isSearched ? "Select all shown" : "Select all"}
      </Button>
      <Button size="small" onClick={() => onChange(shown, false)}>
        {isSearched ? "Select none shown" : "Select none"}
      </Button>
    </div>
  );
}

interface SkillGroupChoiceProps {
  readonly group: ChoiceGroup;
  /** Whether the group needs a heading, because there are other groups. */
  readonly isNamed: boolean;
  readonly chosen: Chosen;
  readonly onChange: (paths: readonly string[], isIn: boolean) => void;
}

/** A manifest's group of skills: a checkbox for all of them, and one for each. */
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
              <VisibleName as="span" id={`${id}-text`} className={styles.text} text={group.description} form="text" />
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

/** A skill's checkbox. Its accessible name is the skill's; path and description are its description. */
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
          <VisibleName as="strong" id={id} text={skill.name} />
          <span id={`${id}-text`} className={styles.text}>
            <VisibleName as="code" text={skill.path.slice(1)} />{" "}
            <VisibleName as="span" className={styles.description} text={skill.description} form="text" />
          </span>
        </span>
      </label>
    </li>
  );
}
