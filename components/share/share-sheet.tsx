import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { VisibleName, VisibleText } from "#components/ui/visible-text.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import type { LessonWords } from "#lib/workspace/state/lesson.ts";
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
        {offer.words && <WorkshopWords words={offer.words} />}
        <LinkedPaths linked={offer} heading="h3" />
      </div>
    </Dialog>
  );
}

/** All that the lessons of a workshop may do, in full. */
function WorkshopWords({ words: { workshop, lessons } }: { words: LessonWords }) {
  return (
    <section className={styles.section}>
      <h3>
        What the workshop “
        <VisibleName text={workshop} />” may do
      </h3>
      <p className={styles.note}>
        Its lessons have buttons, and these are all of them. A button does what it says when you press it, and nothing
        else: texts are put into the message box and not sent, commands are those of the harness.
      </p>
      <section className={styles.words} tabIndex={0} aria-label="Buttons of the lessons">
        {lessons.map(({ title, prompt, actions }, index) => (
          // Two lessons may have one title, and none changes its place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <section key={index}>
            <h4>
              <VisibleName text={title} />
            </h4>
            <ul>
              {prompt !== undefined && <li>Begins with a text in the message box:</li>}
              {prompt !== undefined && <VisibleText text={prompt} />}
              {actions.map(({ label, text }, at) => (
                // As above.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <li key={at}>
                  <VisibleName text={label.replaceAll("`", "")} />
                  {text !== undefined && !label.includes(text) && <VisibleText text={text} />}
                </li>
              ))}
              {actions.length === 0 && prompt === undefined && <li>It has no button.</li>}
            </ul>
          </section>
        ))}
      </section>
    </section>
  );
}

/** Loads the first page anew, which drops whatever was fetched for the offer. */
function leave() {
  location.assign("/");
}
