import { Suspense, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { formatCount } from "#lib/format-count.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { InstallAll, useOutsideSkills } from "./install-all.tsx";
import styles from "./skills-panel.module.css";

/** Fetched when it is first opened. */
const ChooseSkillsDialog = fetchedDialog(
  async () => (await import("#components/mounts/choosing/choose-skills-dialog.tsx")).ChooseSkillsDialog,
);

/** Where a source has more skills that the harness does not look for than others: how many, and the way to them. */
export function OutsideOffer() {
  const harness = useWorkspace(({ profileId }) => profileById(profileId).label);
  const follows = useReadOnlyTab();
  const [isChoosing, setChoosing] = useState(false);
  const outside = useOutsideSkills();
  if (!outside || outside.paths.length <= outside.met) return null;
  const { mount, paths, met } = outside;
  const count = formatCount(paths.length);
  return (
    <div className={styles.offer}>
      <p>
        {met === 0 ? `None of the ${count} skills in ` : `${count} more skills in `}
        <VisibleName text={mount.label} />
        {met === 0 ? ` is in a folder ${harness} searches.` : ` are outside the folders ${harness} searches.`}
      </p>
      <InstallAll />
      <Button size="small" variant="quiet" disabled={follows} onClick={() => setChoosing(true)}>
        Choose
      </Button>
      {isChoosing && (
        <Suspense>
          <ChooseSkillsDialog mount={mount} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  );
}
