import { Button } from "#components/ui/button.tsx";
import { useShowConversation } from "#components/workbench/shown-context.tsx";
import { useActions } from "#components/workbench/workspace-context.tsx";
import { NoticeList } from "./notice-list.tsx";
import styles from "./skill-details.module.css";
import type { LoadedSkill } from "./skill-groups.ts";
import { StateControl } from "./state-control.tsx";

/** What is known of a loaded skill, and what can be done with it. */
export function SkillDetails({ loaded: { skill, state, candidate } }: { loaded: LoadedSkill }) {
  const { openFile, setDraft, complete } = useActions();
  const showConversation = useShowConversation();
  // Harnesses write it differently (`/name`, `/skills:name`), and some have no way to call a skill by name.
  const call = complete("/").find(({ insert }) => insert.slice(1) === skill.name || insert.endsWith(`:${skill.name}`));
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
        {call && (
          <Button
            size="small"
            onClick={() => {
              setDraft(`${call.insert} `);
              showConversation();
            }}
          >
            Try it
          </Button>
        )}
        <StateControl skill={skill} state={state} />
      </div>
      {candidate && candidate.notices.length > 0 && <NoticeList notices={candidate.notices} />}
    </div>
  );
}
