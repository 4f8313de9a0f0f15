import { Button } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import type { FeatureOff } from "#lib/harness/vocabulary/states.ts";
import styles from "./skills-panel.module.css";

/** Why the harness offers no skill at all, and what to do about it. */
export function FeatureOffNote({ whyOff }: { whyOff: FeatureOff }) {
  const harness = useWorkspace(({ profileId }) => profileById(profileId).label);
  return (
    <p className={styles.note} role="status">
      <Reason harness={harness} whyOff={whyOff} />
    </p>
  );
}

function Reason({ harness, whyOff }: { harness: string; whyOff: FeatureOff }) {
  switch (whyOff.kind) {
    case "switch":
      return (
        <>
          {harness} offers no skill because it is started with <code>{whyOff.name}</code>: start it without.
        </>
      );
    case "setting":
      return (
        <>
          {harness} offers no skill because <code>{whyOff.section}</code> in <FileLink path={whyOff.path} /> is not{" "}
          <code>enabled: true</code>: switch a skill on here, or write it there.
        </>
      );
    case "undecodable":
      return (
        <>
          {harness} cannot read <FileLink path={whyOff.path} /> ({whyOff.message}) and offers no skill: mend the file,
          or switch a skill on here, which writes it anew.
        </>
      );
    case "broken-root":
      return (
        <>
          {harness} offers no skill because <FileLink path={whyOff.path} /> is no folder: remove what stands there.
        </>
      );
  }
}

function FileLink({ path }: { path: string }) {
  const { openFile } = useActions();
  return (
    <Button variant="link" onClick={() => openFile(path)}>
      <code>
        <VisibleName text={path} />
      </code>
    </Button>
  );
}
