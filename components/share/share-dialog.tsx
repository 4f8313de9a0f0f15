import { Download } from "lucide-react";
import { Suspense, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { Select } from "#components/ui/fields.tsx";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { failureParts } from "#lib/failure-text.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { linkLimits } from "#lib/share/link-rules.ts";
import { isUnverified } from "#lib/workspace/state/mount.ts";
import styles from "./share.module.css";
import { useDownload } from "./use-download.ts";

/** A link to this workspace: what it opens, and what the receiver will see. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const { shareLink } = useActions();
  const skills = useWorkspace((state) => state.view.discovery.skills);
  const [skill, setSkill] = useState("");
  const [prompt, setPrompt] = useState("");
  const promptId = useId();
  const link = shareLink({ ...(skill && { skill }), ...(prompt.trim() && { prompt }) });
  return (
    <Dialog title="Share workspace" onClose={onClose}>
      {link === undefined ? (
        <NoAddress />
      ) : (
        <div className={styles.form}>
          <LinkBox link={new URL(link, location.origin).href} />
          <LinkFacts hasPrompt={prompt.trim() !== ""} />
          {skills.length > 0 && (
            <Select label="Show a skill" value={skill} onChange={setSkill}>
              <option value="">None</option>
              {skills.map(({ name, location }) => (
                <option key={location} value={name}>
                  <VisibleName text={name} />
                </option>
              ))}
            </Select>
          )}
          <div className={styles.field}>
            <label htmlFor={promptId}>Include a prompt</label>
            <textarea
              id={promptId}
              rows={3}
              maxLength={linkLimits.prompt}
              placeholder="Fills the message box of whoever opens the link"
              value={prompt}
              onChange={(event) => setPrompt(event.target.value)}
            />
          </div>
        </div>
      )}
      <SaveAsFile />
      <MakeLesson />
    </Dialog>
  );
}

function LinkBox({ link }: { link: string }) {
  return (
    <div className={styles.link}>
      <input readOnly aria-label="Link" value={link} onFocus={(event) => event.target.select()} size={1} />
      <CopyButton text={link} label="Copy link" variant="primary" size="medium" />
    </div>
  );
}

/** Why there is no link, and what would give one. */
export function NoAddress() {
  const isEmpty = useWorkspace((state) => state.mounts.length === 0);
  if (isEmpty) return <p>Nothing is mounted yet. Open a repository first; then it can be shared.</p>;
  return (
    <div className={styles.form}>
      <p>
        <strong>An uploaded folder has no address.</strong> Its files are only in this browser and were never sent
        anywhere, so there is nothing that a link could lead to.
      </p>
      <p>
        To share it, push the folder to a repository (GitHub, GitLab, Codeberg, any git server), open that repository
        here, and share that. Or save the workspace as a file and hand that over.
      </p>
    </div>
  );
}

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
          : shared?.lesson && shared.commit
            ? "The receiver first sees a sheet with all that the lesson’s buttons may do. Nothing runs and nothing is sent."
            : "It opens at once, for it names exactly what it opens. Nothing runs and nothing is sent."}
      </li>
      <li>Your conversation, your changes and your keys are not part of a link.</li>
    </ul>
  );
}

/** Fetched when it is first opened. */
const MakeLessonDialog = fetchedDialog(
  async () => (await import("#components/lesson/make-lesson-dialog.tsx")).MakeLessonDialog,
);

/** What was done here, as a lesson for others. */
function MakeLesson() {
  const isEmpty = useWorkspace((state) => state.mounts.length === 0);
  const [isOpen, setOpen] = useState(false);
  if (isEmpty) return null;
  return (
    <section className={styles.file}>
      <h3>As a lesson</h3>
      <p className={styles.note}>Your messages become steps with buttons and checks, your changes the solution.</p>
      <p className={styles.saving}>
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Make a lesson from this
        </Button>
      </p>
      {isOpen && (
        <Suspense>
          <MakeLessonDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** Saves the whole workspace as one file, which the first page opens again, here or elsewhere. */
export function SaveAsFile() {
  const isEmpty = useWorkspace((state) => state.mounts.length === 0);
  const isDoubted = useWorkspace((state) => state.mounts.some(isUnverified));
  const { exportFile } = useActions();
  const { busy, share, failure, start, cancel } = useDownload(exportFile);
  if (isEmpty) return null;
  return (
    <section className={styles.file}>
      <h3>As a file</h3>
      <p className={styles.note}>
        Everything in it: files, your changes, states and the conversation, but no keys. The first page opens it again.
        {isDoubted && " What is imported and not verified stays marked as such."}
      </p>
      <p className={styles.saving}>
        <Button aria-disabled={busy} onClick={() => !busy && void start()}>
          <Download size={14} aria-hidden /> {busy ? "Saving…" : "Save workspace as a file"}
        </Button>
        {busy && (
          <>
            <progress aria-label="Packing" value={share} />
            <Button size="small" variant="quiet" onClick={cancel}>
              Cancel
            </Button>
          </>
        )}
      </p>
      <p role="status">{failure && failureParts(failure).what}</p>
    </section>
  );
}
