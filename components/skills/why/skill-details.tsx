import { NoticeList } from "#components/skills/notice-list.tsx";
import type { LoadedSkill } from "#components/skills/skill-groups.ts";
import { StateControl } from "#components/skills/state-control.tsx";
import { reachText } from "#components/skills/state-words.ts";
import { Button } from "#components/ui/button.tsx";
import { visibleName } from "#components/ui/text/visible-pieces.ts";
import { VisibleName } from "#components/ui/text/visible-text.tsx";
import { useShowConversation } from "#components/workspace/shown-context.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import styles from "./skill-details.module.css";

/** What is known of a loaded skill, and what can be done with it. */
export function SkillDetails({ loaded: { skill, state, candidate } }: { loaded: LoadedSkill }) {
  const { openFile, setMessageText, complete } = useActions();
  const showConversation = useShowConversation();
  // Harnesses write it differently (`/name`, `/skills:name`), and some have no way to call a skill by name.
  const call = complete("/").find(({ insert }) => insert.slice(1) === skill.name || insert.endsWith(`:${skill.name}`));
  return (
    <div className={styles.details}>
      <p>{skill.description || <em>No description: the model has only the name to go by.</em>}</p>
      <p className={styles.place} title={visibleName(skill.location)}>
        <code>
          <VisibleName text={skill.location} />
        </code>
      </p>
      <div className={styles.tools}>
        <Button size="small" onClick={() => openFile(skill.location)}>
          Open SKILL.md
        </Button>
        {call && (
          <Button
            size="small"
            onClick={() => {
              setMessageText(`${call.insert} `);
              showConversation();
            }}
          >
            Try it
          </Button>
        )}
        <StateControl skill={skill} state={state} />
      </div>
      <Reach skill={skill} state={state} />
      {candidate && candidate.notices.length > 0 && <NoticeList notices={candidate.notices} />}
    </div>
  );
}

const hiddenFromWords = { model: "the model", person: "the person", both: "the model and the person" } as const;

/** What a state between on and off comes to, and whom the skill is kept from. */
function Reach({ skill, state }: Pick<LoadedSkill, "skill" | "state">) {
  const text = useWorkspace(({ profileId }) => reachText(profileById(profileId).states, state));
  return (
    <>
      {text && <p>{text}.</p>}
      {skill.hiddenFrom && <p>Its frontmatter hides it from {hiddenFromWords[skill.hiddenFrom]}.</p>}
    </>
  );
}
