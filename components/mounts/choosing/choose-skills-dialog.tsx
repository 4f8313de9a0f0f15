import { Search } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { formatCount, plural } from "#components/ui/format.ts";
import { TextField } from "#components/ui/text-field.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import type { Mount } from "#lib/workspace/state.ts";
import styles from "./choose-skills.module.css";
import { type Chosen, matchingChoices, pathsOf, withPaths } from "./chosen-skills.ts";
import { SkillGroupChoice } from "./skill-group-choice.tsx";

/** Which skills of a source are installed. Nothing changes before the person says so. */
export function ChooseSkillsDialog({ mount, onClose }: { mount: Mount; onClose: () => void }) {
  const { skillChoices, chooseSkills } = useActions();
  const [groups] = useState(() => skillChoices(mount.id));
  const all = pathsOf(groups);
  const [chosen, setChosen] = useState<Chosen>(() => new Set(mount.chosen ?? all));
  const [search, setSearch] = useState("");
  const status = useId();
  const shown = matchingChoices(groups, search);
  const count = all.filter((path) => chosen.has(path)).length;
  const set = (paths: readonly string[], isIn: boolean) => setChosen(withPaths(chosen, paths, isIn));

  function install() {
    // All of them means those, too, that the source brings later.
    void chooseSkills(mount.id, count === all.length ? undefined : all.filter((path) => chosen.has(path)));
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
          label="Search skills"
          labelHidden
          icon={<Search size={14} aria-hidden />}
          placeholder="Search skills"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <div className={styles.bar}>
          <p id={status} role="status">
            {formatCount(count)} of {plural(all.length, "skill")} chosen
            {search && `, ${formatCount(pathsOf(shown).length)} shown`}
          </p>
          <Button size="small" onClick={() => set(pathsOf(shown), true)}>
            {search ? "Select all shown" : "Select all"}
          </Button>
          <Button size="small" onClick={() => set(pathsOf(shown), false)}>
            {search ? "Select none shown" : "Select none"}
          </Button>
        </div>
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
