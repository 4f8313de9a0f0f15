import { VisibleName } from "#components/ui/visible-text.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import { isUnverified } from "#lib/workspace/state.ts";
import styles from "./share.module.css";

/** What the link holds, and what it does not. */
export function LinkFacts({ hasPrompt }: { hasPrompt: boolean }) {
  const mounts = useWorkspace((state) => state.mounts);
  const harness = useWorkspace((state) => profileById(state.profileId).label);
  const shared = mounts.find(({ source, commit }) => source.kind === "sample" || commit !== undefined);
  return (
    <ul role="list" className={styles.facts}>
      <li>
        Opens{" "}
        <strong>
          <VisibleName text={shared?.label ?? ""} />
        </strong>{" "}
        {shared?.commit ? (
          <>
            as its host has it at commit <code title={shared.commit}>{shared.commit.slice(0, 7)}</code>, pinned: later
            changes do not alter it
          </>
        ) : (
          "as it ships with the lab"
        )}
        , under <strong>{harness}</strong>.
      </li>
      {shared && isUnverified(shared) && (
        <li className={styles.doubt}>
          <strong>Imported, not verified:</strong> the files you see came with a workspace file. The link opens what the
          host has, which may be other files{shared.imported?.differing ? ", and was found to be" : ""}. Compare them
          under <em>Sources</em> before you rely on it.
        </li>
      )}
      {mounts.length > 1 && (
        <li>A link holds one source: the other {mounts.length - 1} of this workspace are not in it.</li>
      )}
      <li>
        {hasPrompt
          ? "The receiver first sees a sheet with the source, its skills and scripts, and your whole prompt. The prompt fills the message box; it is never sent by itself."
          : "It opens at once, for it names exactly what it opens. Nothing runs and nothing is sent."}
      </li>
      <li>Your conversation, your changes and your keys are not part of a link.</li>
    </ul>
  );
}
