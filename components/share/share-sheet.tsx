import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { VisibleName, VisibleText } from "#components/ui/visible-text.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import type { ShareOffer } from "#lib/workspace/state.ts";
import { LinkedPaths, Row, SourceFacts } from "./linked-source.tsx";
import styles from "./share.module.css";

/** What a link brings, words of somebody above all, before anything of it is mounted; nothing else of the lab can be reached meanwhile. */
export function ShareSheet({ offer }: { offer: ShareOffer }) {
  const { acceptOffer } = useActions();
  const { prompt, profileId, skill } = offer;
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
        <SourceFacts linked={offer}>
          {profileId !== undefined && <Row name="Harness" value={profileById(profileId).label} />}
          {skill !== undefined && (
            <Row
              name="Shows"
              value={
                <code>
                  <VisibleName text={skill} />
                </code>
              }
            />
          )}
        </SourceFacts>
        {prompt !== undefined && (
          <section className={styles.section}>
            <h3>Prompt</h3>
            <p className={styles.note}>Put into the message box. It is not sent until you press Send.</p>
            <VisibleText text={prompt} />
          </section>
        )}
        <LinkedPaths linked={offer} heading="h3" />
      </div>
    </Dialog>
  );
}

/** Loads the first page anew, which drops whatever was fetched for the offer. */
function leave() {
  location.assign("/");
}
