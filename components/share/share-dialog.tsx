import { useId, useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { Select } from "#components/ui/fields.tsx";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { linkLimits } from "#lib/share/link-rules.ts";
import { LinkFacts } from "./link-facts.tsx";
import { NoAddress } from "./no-address.tsx";
import { SaveAsFile } from "./save-as-file.tsx";
import styles from "./share.module.css";

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
