import { Dialog } from "#components/ui/dialog.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { describeProfile } from "#lib/harness/describe/describe-profile.ts";
import { seenOf, seenText } from "#lib/harness/describe/seen.ts";
import { profileById } from "#lib/harness/profiles.ts";
import styles from "./profile-facts.module.css";
import { EvidenceTable, FactGroup } from "./profile-facts.tsx";
import { useEvidence } from "./use-evidence.ts";

/** The chosen harness's rules for skills, with their sources. */
export function ProfileFactsDialog({ onClose }: { onClose: () => void }) {
  const profile = useWorkspace(({ profileId }) => profileById(profileId));
  const seen = seenOf(profile);
  return (
    <Dialog title={`Harness rules: ${profile.label}`} size="large" onClose={onClose}>
      {/* Focusable, so that a keyboard can scroll it. */}
      <div className={styles.facts} tabIndex={0}>
        {seen && <p>{seenText(profile, seen)}</p>}
        <p>
          <a href={`/harness/${profile.id}`} target="_blank" rel="noreferrer">
            Open as a page
          </a>{" "}
          ·{" "}
          <a href={`/harness`} target="_blank" rel="noreferrer">
            All harnesses side by side
          </a>
        </p>
        <div className={styles.groups}>
          {describeProfile(profile).map((group) => (
            <FactGroup key={group.title} group={group} />
          ))}
        </div>
        <EvidenceTable evidence={useEvidence(profile.id)} />
      </div>
    </Dialog>
  );
}
