import { useMemo } from "react";
import { lastLine } from "#components/transcript/message-text.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { TryIt } from "#components/workspace/try-it.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { meantElsewhere, nameOf } from "#lib/harness/invocation/elsewhere.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { dirname } from "#lib/vfs/paths.ts";
import styles from "./conversation.module.css";

/** Shown below the last answer: the skill that the person meant exists, but not where the harness looks. */
export function ElsewhereNote() {
  const profile = useWorkspace(({ profileId }) => profileById(profileId));
  const discovery = useWorkspace(({ view }) => view.discovery);
  const isDone = useWorkspace(({ conversation }) => conversation.status.kind === "ready");
  const messages = useWorkspace(({ conversation }) => conversation.messages);
  const meant = useMemo(() => {
    const line = isDone ? lastLine(messages) : undefined;
    const candidate = line === undefined ? undefined : meantElsewhere(profile, discovery, line);
    return candidate && { ...candidate, line };
  }, [isDone, messages, profile, discovery]);
  if (!meant) return null;
  const name = nameOf(meant);
  return (
    <div className={styles.elsewhere} role="status">
      <p>
        <VisibleName as="strong" text={name} /> is in this repository, but {profile.label} does not look in{" "}
        <VisibleName as="code" text={dirname(dirname(meant.location))} />.
      </p>
      <TryIt location={meant.location} name={name} said={meant.line ?? ""} />
    </div>
  );
}
