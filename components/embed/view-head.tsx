import type { ReactNode } from "react";
import { Select } from "#components/ui/fields.tsx";
import { Options } from "#components/ui/options.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profiles } from "#lib/harness/profiles.ts";
import styles from "./embed-view.module.css";

interface ViewHeadProps {
  readonly title: ReactNode;
  /** The result, in one line. */
  readonly children?: ReactNode;
  /** Buttons at the end of the line. */
  readonly tools?: ReactNode;
}

/** The head of a view: its title, and the source. */
export function ViewHead({ title, children, tools }: ViewHeadProps) {
  return (
    <header className={styles.head}>
      <div className={styles.headText}>
        <h1>{title}</h1>
        {children && <p>{children}</p>}
      </div>
      {tools}
    </header>
  );
}

/** The source of the embed, and its commit. */
export function SourceName() {
  const label = useWorkspace(({ mounts }) => mounts[0]?.label ?? "");
  const commit = useWorkspace(({ mounts }) => mounts[0]?.commit);
  const others = useWorkspace(({ mounts }) => mounts.length - 1);
  return (
    <>
      <VisibleName text={label} />
      {commit && (
        <code className={styles.commit} title={commit}>
          @{commit.slice(0, 7)}
        </code>
      )}
      {others > 0 && ` and ${others} more`}
    </>
  );
}

export function HarnessSelect() {
  const profileId = useWorkspace((state) => state.profileId);
  const { chooseProfile } = useActions();
  return (
    <Select label="Harness" labelHidden value={profileId} onChange={(id) => void chooseProfile(id)}>
      <Options of={profiles.map(({ id, label }) => [id, label])} />
    </Select>
  );
}
