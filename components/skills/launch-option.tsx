import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import styles from "./skills-panel.module.css";

/** The switch at start that turns skills off, where the harness has one. Choosing it starts the harness anew. */
export function LaunchOption() {
  const states = useWorkspace(({ profileId }) => profileById(profileId).states);
  const noSkills = useWorkspace((state) => state.noSkills);
  const isReadOnly = useReadOnlyTab();
  const { setNoSkills } = useActions();
  if (states.kind !== "allow-list") return null;
  return (
    <label className={styles.launch}>
      <input
        type="checkbox"
        checked={noSkills}
        disabled={isReadOnly}
        onChange={({ target }) => void setNoSkills(target.checked)}
      />
      <span>
        Start with <code>{states.launchSwitch}</code>
      </span>
    </label>
  );
}
