import { ShowPlaceContext } from "#components/report/place-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import type { Mount } from "#lib/state/mount.ts";
import type { SinceTrusted } from "#lib/state/update.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import { LookingNote, TrustChanges, useSinceTrusted } from "./since-trusted.tsx";
import styles from "./update.module.css";
import { UpdateFiles, updateSummary } from "./update-files.tsx";
import { UpdateSkills } from "./update-skills.tsx";

interface SinceDialogProps {
  readonly mount: Mount;
  readonly onClose: () => void;
  /** Called when a link in the dialog has shown a place in a file, behind the dialog. */
  readonly onShown: () => void;
}

/** What has changed in a source since the person opened or trusted it, with a button to trust it now. */
export function SinceDialog({ mount, onClose, onShown }: SinceDialogProps) {
  const { trustMount } = useActions();
  const isReadOnly = useReadOnlyTab();
  const { looking, retry } = useSinceTrusted(mount.id);
  function trust() {
    void trustMount(mount.id);
    onClose();
  }
  const footer = (
    <>
      <p className={styles.promise}>Your own changes are not counted. Trusting changes no file, and you can undo it.</p>
      <Button onClick={onClose}>Close</Button>
      <Button variant="primary" disabled={isReadOnly || looking.kind !== "found"} onClick={trust}>
        Trust this version
      </Button>
    </>
  );
  return (
    <Dialog title={`Since you trusted ${mount.label}`} size="large" onClose={onClose} footer={footer}>
      <div className={styles.content}>
        <LookingNote looking={looking} retry={retry} />
        {looking.kind === "found" &&
          (looking.since ? (
            <Since since={looking.since} mount={mount} onShown={onShown} />
          ) : (
            <p>Nothing has changed since you trusted it.</p>
          ))}
      </div>
    </Dialog>
  );
}

function Since({ since, mount, onShown }: { since: SinceTrusted; mount: Mount; onShown: () => void }) {
  const { openFile } = useActions();
  const { from, to, summary, skills, files, report } = since;
  const [was, is] = [from.slice(0, 7), to.slice(0, 7)];
  function show(path: string, line: number) {
    openFile(joinPath(mount.at, path), line);
    onShown();
  }
  return (
    <ShowPlaceContext value={{ address: undefined, onShow: show }}>
      <p>
        From <code>{was}</code> to <code>{is}</code>: {summary || "nothing that a report shows"}. In all{" "}
        {updateSummary(files)}.
      </p>
      <TrustChanges report={report} />
      <UpdateSkills changes={skills} title="Skills" />
      <UpdateFiles changes={files} from={was} to={is} title="Every file" />
    </ShowPlaceContext>
  );
}
