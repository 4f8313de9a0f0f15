import { Suspense, useMemo, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { formatCount } from "#lib/format-count.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Discovery } from "#lib/harness/vocabulary/skill.ts";
import type { WorkspaceState } from "#lib/workspace/state.ts";
import styles from "./skills-panel.module.css";

/** Fetched when it is first opened. */
const ChooseSkillsDialog = fetchedDialog(
  async () => (await import("#components/mounts/choosing/choose-skills-dialog.tsx")).ChooseSkillsDialog,
);

/** Where a source has more skills that the harness does not look for than it loads: how many, and the way to them. */
export function OutsideOffer({ discovery }: { discovery: Discovery }) {
  const files = useWorkspace((state) => state.files);
  const mounts = useWorkspace((state) => state.mounts);
  const harness = useWorkspace(({ profileId }) => profileById(profileId).label);
  const follows = useReadOnlyTab();
  const { installSkills } = useActions();
  const [isChoosing, setChoosing] = useState(false);
  const offer = useMemo(() => moreOutside(discovery, files, mounts), [discovery, files, mounts]);
  if (!offer) return null;
  const { mount, paths, loaded } = offer;
  const count = formatCount(paths.length);
  return (
    <div className={styles.offer}>
      <p>
        {loaded === 0 ? `None of the ${count} skills in ` : `${count} more skills in `}
        <VisibleName text={mount.label} />
        {loaded === 0 ? ` is in a folder ${harness} searches.` : ` are outside the folders ${harness} searches.`}
      </p>
      <Button size="small" disabled={follows} onClick={() => void installSkills(mount.id, paths)}>
        Install all {count}
      </Button>
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

/** The source that has the most skills outside, if it has more of them than loaded ones. */
function moreOutside({ candidates }: Discovery, files: WorkspaceState["files"], mounts: WorkspaceState["mounts"]) {
  // Where a lesson's skills lie is what its learner works on.
  const offers = mounts.filter(({ lesson }) => !lesson).map((mount) => ({ mount, paths: [] as string[], loaded: 0 }));
  const byMount = new Map(offers.map((offer) => [offer.mount.id, offer]));
  for (const { location, outcome } of candidates) {
    const place = files.locate(location);
    const offer = place && byMount.get(place.mountId);
    if (offer && outcome.kind === "outside") offer.paths.push(place.path);
    else if (offer) offer.loaded++;
  }
  const [most] = offers.sort((a, b) => b.paths.length - a.paths.length);
  return most && most.paths.length > most.loaded ? most : undefined;
}
