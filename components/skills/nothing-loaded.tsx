import { Sparkles } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions, useWorkspace, useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import type { FeatureOff } from "#lib/harness/vocabulary/states.ts";
import { noSkills } from "#lib/report/compare/headline.ts";
import { isBundled } from "#lib/stage/place.ts";
import styles from "./skills-panel.module.css";

/** Whether no source has any skill. Bundled skills are the harness's own and do not count. */
export function useHasNoSkills(): boolean {
  return useWorkspaceInSlices(({ profileId, view }) => {
    const profile = profileById(profileId);
    return view.discovery.candidates.every(({ location }) => isBundled(profile, location));
  });
}

/** Shown where no source has any skill. */
export function NoSkills() {
  return (
    <EmptyState icon={<Sparkles size={22} aria-hidden />} title={noSkills}>
      No folder has a SKILL.md. You can read the files, add a skill, or open another folder, branch or repository.
    </EmptyState>
  );
}

/** Why the harness loads no skill at all, and what to do about it. */
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
          {harness} loads no skills because it was started with <code>{whyOff.name}</code>. Start it without.
        </>
      );
    case "setting":
      return (
        <>
          {harness} loads no skills because <code>{whyOff.key}</code> in <FileLink path={whyOff.path} /> is not{" "}
          <code>true</code>. Set it there.
        </>
      );
    case "undecodable":
      return (
        <>
          {harness} cannot read <FileLink path={whyOff.path} /> ({whyOff.message}), so it loads no skills. Fix the file,
          or switch a skill on here to rewrite it.
        </>
      );
    case "ended":
      return (
        <>
          {harness} does not start, because it{" "}
          {whyOff.key === undefined ? (
            "cannot read"
          ) : (
            <>
              does not take the value of <code>{whyOff.key}</code> in
            </>
          )}{" "}
          <FileLink path={whyOff.path} />. Correct it there.
        </>
      );
    case "broken-root":
      return (
        <>
          {harness} loads no skills because <FileLink path={whyOff.path} /> is not a folder. Remove the file.
        </>
      );
  }
}

function FileLink({ path }: { path: string }) {
  const { openFile } = useActions();
  return (
    <Button variant="link" onClick={() => openFile(path)}>
      <VisibleName as="code" text={path} />
    </Button>
  );
}
