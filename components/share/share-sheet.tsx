import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { ShareOffer } from "#lib/workspace/state.ts";
import { OfferSource } from "./offer-source.tsx";
import { PathList } from "./path-list.tsx";
import styles from "./share.module.css";

/** What a link would open, shown before anything is mounted; nothing else of the lab can be reached meanwhile. */
export function ShareSheet() {
  const phase = useWorkspace((state) => state.phase);
  return phase.kind === "offered" ? <OfferedWorkspace offer={phase.offer} /> : null;
}

function OfferedWorkspace({ offer }: { offer: ShareOffer }) {
  const { acceptOffer } = useActions();
  const { skills, scripts, prompt } = offer;
  return (
    <Dialog
      title="Open shared workspace"
      onClose={leave}
      dismissable={false}
      footer={
        <>
          <p className={styles.promise}>Nothing runs and nothing is sent until you say so.</p>
          <Button onClick={leave}>Cancel</Button>
          <Button variant="primary" onClick={() => void acceptOffer()}>
            Open workspace
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p className={styles.lead}>
          Somebody made this link. Look at what it opens; a skill is text that tells a model what to do.
        </p>
        <OfferSource offer={offer} />
        {prompt !== undefined && (
          <section className={styles.section}>
            <h3>Prompt</h3>
            <p className={styles.note}>Put into the message box. It is not sent until you press Send.</p>
            <VisibleText text={prompt} />
          </section>
        )}
        <PathList
          title="Skills"
          rows={skills.map(({ name, path }) => ({ name, path }))}
          none="No SKILL.md: a harness will find nothing here."
        />
        <PathList
          title="Scripts"
          rows={scripts.map((path) => ({ path }))}
          none="No scripts found."
          note="The lab runs none of them. A harness on your own machine might."
        />
      </div>
    </Dialog>
  );
}

/** A whole page load: whatever was fetched for the offer is gone with it. */
function leave() {
  location.assign("/");
}
