import { ExternalLink, FolderDown } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { usePromised } from "#components/ui/use-promised.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { SaveButton } from "#components/workspace/save-button.tsx";
import { useDownload } from "#components/workspace/use-download.ts";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { type Failure, failureOrThrow } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { plural } from "#lib/format-count.ts";
import { editorLink, issueProposal } from "#lib/share/changes/propose-link.ts";
import type { MountChanges, WriteBack, Written } from "#lib/state/changes.ts";
import { canWriteFolder } from "#lib/upload/write-folder.ts";
import { basename } from "#lib/vfs/paths.ts";
import lists from "./changed-files.module.css";
import styles from "./changes.module.css";

export interface HandBackProps {
  readonly changed: MountChanges;
  /** Called when changes have been written into a folder; `undefined` when that begins. */
  readonly onWritten: (written: Written | undefined) => void;
}

/** The ways in which a source's changes can be handed back to its author. */
export function HandBack({ changed, onWritten }: HandBackProps) {
  const { exportChangedFiles } = useActions();
  const patch = usePatch(changed);
  const zip = useDownload((options) => exportChangedFiles(changed.mountId, options));
  const saved = useDownload(async () => patch?.file);
  return (
    <div className={styles.ways}>
      <p className={styles.tools}>
        {patch?.file && changed.source && (
          <>
            <CopyButton variant="plain" text={patch.text} label="Copy patch" />
            <SaveButton size="small" download={saved}>
              Save patch
            </SaveButton>
          </>
        )}
        <SaveButton size="small" download={zip}>
          Save changed files
        </SaveButton>
        {canWriteFolder() && changed.source && <IntoFolder changed={changed} onWritten={onWritten} />}
      </p>
      {patch?.file && <OnHost changed={changed} patch={patch} />}
      <p role="status" className={lists.note}>
        {patch?.failure && failureParts(patch.failure).what}
      </p>
    </div>
  );
}

interface Patch {
  readonly file?: File;
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly failure?: Failure;
}

/** The patch of a source's changes; `undefined` while it is being made. */
function usePatch(changed: MountChanges): Patch | undefined {
  const { exportPatch } = useActions();
  return usePromised(() => patchOf(exportPatch(changed.mountId)), [changed, exportPatch]);
}

async function patchOf(making: Promise<File | undefined>): Promise<Patch> {
  const none = { bytes: new Uint8Array(), text: "" };
  try {
    const file = await making;
    if (!file) return none;
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { file, bytes, text: new TextDecoder().decode(bytes) };
  } catch (caught) {
    return { ...none, failure: failureOrThrow(caught) };
  }
}

/** Links to forms on the source's host, filled in with the changes. */
function OnHost({ changed: { source, commit, branch, changes }, patch }: { changed: MountChanges; patch: Patch }) {
  if (source?.kind !== "git") return null;
  const [only] = changes;
  const title =
    changes.length === 1 && only ? `Change ${basename(only.path)}` : `Change ${plural(changes.length, "file")}`;
  const issue = issueProposal(source, { title, commit, patch: patch.bytes });
  const isOneText = changes.length === 1 && only?.before && only.now && only.from === undefined;
  const folder = source.path ? `${source.path}/` : "";
  const editor = isOneText ? editorLink(source, branch, folder + only.path) : undefined;
  if (!issue) return null;
  return (
    <>
      <p className={styles.tools}>
        <a className={styles.link} href={issue.link} target="_blank" rel="noreferrer">
          <ExternalLink size={13} aria-hidden /> Open an issue on {issue.host}
        </a>
        {editor && (
          <a className={styles.link} href={editor.link} target="_blank" rel="noreferrer">
            <ExternalLink size={13} aria-hidden /> Edit the file on {editor.host}
          </a>
        )}
      </p>
      <p className={lists.note}>
        {issue.holdsPatch
          ? "The form opens with this patch filled in. Nothing is sent until you submit it."
          : "The patch is too long for a link. Copy it and paste it into the form."}
        {editor && " Paste the file's new text into the host's editor to make a pull request."}
      </p>
    </>
  );
}

/** Writes the changes into a folder on the person's disk. */
function IntoFolder({ changed, onWritten }: HandBackProps) {
  const { writeBack } = useActions();
  const [outcome, setOutcome] = useState<WriteBack | { readonly kind: "failed"; readonly failure: Failure }>();
  const [isBusy, setBusy] = useState(false);
  async function write(leavesDiffering: boolean) {
    setBusy(true);
    onWritten(undefined);
    try {
      const result = await writeBack(changed, leavesDiffering);
      setOutcome(result);
      if (result.kind === "written") onWritten(result);
    } catch (caught) {
      setOutcome({ kind: "failed", failure: failureOrThrow(caught) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button size="small" aria-disabled={isBusy} onClick={() => !isBusy && void write(false)}>
        <FolderDown size={13} aria-hidden /> {isBusy ? "Writing…" : "Write into a folder"}
      </Button>
      <span role="status" className={styles.outcome}>
        {outcome?.kind === "failed" && failureParts(outcome.failure).what}
        {outcome?.kind === "differs" && (
          <>
            Nothing was written: {plural(outcome.paths.length, "file")} of <VisibleName text={outcome.folder} />{" "}
            {outcome.paths.length === 1 ? "is" : "are"} not as the source has{" "}
            {outcome.paths.length === 1 ? "it" : "them"} (
            <code>
              <VisibleName text={outcome.paths.slice(0, 3).join(", ")} />
              {outcome.paths.length > 3 && " …"}
            </code>
            ).{" "}
            {outcome.paths.length < changed.changes.length && (
              <Button size="small" onClick={() => void write(true)}>
                Write the others
              </Button>
            )}
          </>
        )}
      </span>
    </>
  );
}
