import { Dialog } from "#components/ui/dialog.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { describeProfile } from "#lib/harness/describe/describe-profile.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { EvidenceTable } from "./evidence-table.tsx";
import { FactGroup } from "./fact-group.tsx";
import styles from "./profile-facts.module.css";

/** What the chosen harness does with skills, and where that is written down. */
export function ProfileFactsDialog({ onClose }: { onClose: () => void }) {
  const profile = useWorkspace(({ profileId }) => profileById(profileId));
  return (
    <Dialog title={`Profile facts: ${profile.label}`} size="large" onClose={onClose}>
      {/* There is nothing to press in it, and the keyboard has to scroll it. */}
      <div className={styles.facts} tabIndex={0}>
        <div className={styles.groups}>
          {describeProfile(profile).map((group) => (
            <FactGroup key={group.title} group={group} />
          ))}
        </div>
        <EvidenceTable evidence={profile.evidence} />
      </div>
    </Dialog>
  );
}
