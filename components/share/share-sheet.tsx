import { ChangedFile } from "#components/changes/changed-file.tsx";
import changed from "#components/changes/changed-files.module.css";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { promiseText } from "#components/ui/site/promise.ts";
import { VisibleName, VisibleText } from "#components/ui/visible/visible-text.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { formatCount } from "#lib/format-count.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { OfferedChanges } from "#lib/state/changes.ts";
import type { LessonWords } from "#lib/state/lesson.ts";
import type { ShareOffer } from "#lib/state/state.ts";
import { type Source, sourceLabel } from "#lib/vfs/source.ts";
import { LinkedPaths, Row, SourceFacts } from "./linked-source.tsx";
import styles from "./share.module.css";

/** Shows what a link contains, above all somebody's words, before any of it is mounted; the rest of the lab is inert meanwhile. */
export function ShareSheet({ offer }: { offer: ShareOffer }) {
  const { acceptOffer } = useActions();
  const { prompt, changes } = offer;
  async function open() {
    await acceptOffer();
    // The link's content now belongs to the person: a reload must not offer it again.
    if (location.hash !== "") history.replaceState(history.state, "", location.pathname + location.search);
  }
  return (
    <Dialog
      title="Open shared workspace"
      size={changes?.kind === "fits" && changes.source.length + changes.own.length > 0 ? "large" : "medium"}
      onClose={leave}
      dismissable={false}
      footer={
        <>
          <p className={styles.promise}>{promiseText}</p>
          <Button onClick={leave}>Cancel</Button>
          <Button variant="primary" disabled={changes?.kind === "coming"} onClick={() => void open()}>
            {changes?.kind === "unfit" ? "Open without the changes" : "Open workspace"}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p className={styles.lead}>
          Someone made this link. Check what it opens: a skill is text that tells a model what to do.
        </p>
        <OfferedFacts offer={offer} />
        {prompt !== undefined && (
          <section className={styles.section}>
            <h3>Prompt</h3>
            <p className={styles.note}>Goes into the message box. Not sent until you press Send.</p>
            <VisibleText text={prompt} />
          </section>
        )}
        {changes && <LinkedChanges changes={changes} />}
        {offer.words && <WorkshopWords words={offer.words} />}
        <LinkedPaths linked={offer} heading="h3" />
      </div>
    </Dialog>
  );
}

/** Says where the offered files come from and which part of them the link asks for. */
function OfferedFacts({ offer }: { offer: ShareOffer }) {
  const { profileId, skill, also } = offer;
  const named = (text: string) => <VisibleName as="code" text={text} />;
  return (
    <SourceFacts linked={offer}>
      {profileId !== undefined && <Row name="Harness" value={profileById(profileId).label} />}
      {skill !== undefined && <Row name="Shows" value={named(skill)} />}
      {also && <Row name="And" value={named(also.map(sourceName).join(", "))} />}
    </SourceFacts>
  );
}

/** A source as in its address, with the abbreviated commit. */
function sourceName(source: Source): string {
  const ref = source.kind === "git" ? (source.ref ?? "") : "";
  return sourceLabel(source) + (ref && `@${/^[0-9a-f]{40}$/.test(ref) ? ref.slice(0, 7) : ref}`);
}

/** Every edit in the link, as a diff; or why none of them can be applied. */
function LinkedChanges({ changes }: { changes: OfferedChanges }) {
  if (changes.kind === "coming")
    return (
      <section className={styles.section}>
        <h3>Changes</h3>
        <p role="status" className={styles.note}>
          Loading the files that these change…
        </p>
      </section>
    );
  if (changes.kind === "unfit")
    return (
      <section className={styles.section} role="alert">
        <h3>Changes</h3>
        <p className={styles.doubt}>
          The link's changes do not fit these files. None is made; the files open as they are at the source.
        </p>
        <ul role="list" className={styles.paths}>
          {changes.reasons.map(({ path, reason }) => (
            <li key={path}>
              <VisibleName as="code" text={path} /> {reason}
            </li>
          ))}
        </ul>
      </section>
    );
  const all = [...changes.source, ...changes.own];
  return (
    <section className={styles.section}>
      <h3>
        Changes <span>{formatCount(all.length)}</span>
      </h3>
      <p className={styles.note}>
        {all.length === 0
          ? "These files already have the link's changes."
          : "Someone else made these. They become your own changes; undo or revert them under Changes."}
      </p>
      {all.length > 0 && (
        <ul role="list" className={changed.files}>
          {all.map((change, index) => (
            <ChangedFile
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              key={index}
              change={change}
              number={index + 1}
              isOpen={all.length <= openAtFirst}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Lists everything that the lessons of a workshop may do. */
function WorkshopWords({ words: { workshop, lessons } }: { words: LessonWords }) {
  return (
    <section className={styles.section}>
      <h3>
        What the workshop “
        <VisibleName text={workshop} />” may do
      </h3>
      <p className={styles.note}>
        These are all its lessons' buttons. A button does only what it says, when you press it. Texts go into the
        message box and are not sent; commands are the harness's own.
      </p>
      <section className={styles.words} tabIndex={0} aria-label="Buttons of the lessons">
        {lessons.map(({ title, prompt, actions }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lessons may have one title, and none changes its place
          <section key={index}>
            <h4>
              <VisibleName text={title} />
            </h4>
            <ul>
              {prompt !== undefined && (
                <li>
                  Begins with a text in the message box:
                  <VisibleText text={prompt} />
                </li>
              )}
              {actions.map(({ label, text }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a lesson's buttons never change places
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

/** Most changes shown unfolded. */
const openAtFirst = 8;

/** Loads the landing page anew, which drops everything fetched for the offer. */
function leave() {
  location.assign("/");
}
