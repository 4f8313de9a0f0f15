import { Button } from "#components/ui/button.tsx";
import { useActions } from "#components/workbench/workspace-context.tsx";
import { NoticeList } from "./notice-list.tsx";
import styles from "./skill-details.module.css";
import type { LoadedSkill } from "./skill-groups.ts";
import { StateControl } from "./state-control.tsx";

/** What is known of a loaded skill, and what can be done with it. */
export function SkillDetails({ loaded: { skill, state, candidate } }: { loaded: LoadedSkill }) {
  const { openFile, setDraft } = useActions();
  return (
    <div className={styles.details}>
      <p>{skill.description || <em>No description: the model has only the name to go by.</em>}</p>
      <p className={styles.place} title={skill.location}>
        <code>{skill.location}</code>
      </p>
      <div className={styles.tools}>
        <Button size="small" onClick={() => openFile(skill.location)}>
          Open SKILL.md
        </Button>
        {state !== "off" && (
          <Button size="small" onClick={() => setDraft(`/${skill.name} `)}>
            Try it
          </Button>
        )}
        <StateControl name={skill.name} state={state} />
      </div>
      {candidate && candidate.notices.length > 0 && <NoticeList notices={candidate.notices} />}
    </div>
  );
}
