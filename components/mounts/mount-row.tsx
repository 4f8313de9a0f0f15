import { useState } from "react";
import { MountReportButton } from "#components/report/report-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { Select } from "#components/ui/fields.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useShowConversation } from "#components/workspace/shown-context.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { formatBytes, formatCount, plural } from "#lib/format-count.ts";
import { isPinned } from "#lib/share/link.ts";
import { canBeFetched, isUnverified, type Mount } from "#lib/state/mount.ts";
import styles from "./mount-row.module.css";
import { MountOrder, MountUpdates, SinceTrustedLine, UnmountButton } from "./mount-tools.tsx";

/** Fetched when it is first opened. */
const ChooseSkillsDialog = fetchedDialog(
  async () => (await import("./choosing/choose-skills-dialog.tsx")).ChooseSkillsDialog,
);

interface MountRowProps {
  readonly mount: Mount;
  readonly onPlace: (as: Mount["as"], scope: Mount["scope"]) => void;
  /** Position among all mounts, from 0. */
  readonly index: number;
  readonly count: number;
  /** Called when something begins whose progress is shown outside the dialog. */
  readonly onLeave: () => void;
}

/** One mounted source: what it is, where it is mounted, and the controls to update and unmount it. */
export function MountRow({ mount, onPlace, index, count, onLeave }: MountRowProps) {
  const isKnown = !isUnverified(mount);
  const isComing = useWorkspace((state) => state.deliveries.has(mount.id));
  function place(value: string) {
    if (value === "project") onPlace("project", mount.scope);
    else onPlace("install", value === "install-home" ? "home" : "project");
  }
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <VisibleName as="strong" text={mount.label} />
        {mount.commit && <code>@{mount.commit.slice(0, 7)}</code>}
        <ImportedMark mount={mount} />
        {isKnown && mount.commit && isPinned(mount.source) && <Tag>pinned</Tag>}
        <span className={styles.size}>
          {plural(mount.fileCount, "file")} · {formatBytes(mount.byteCount)}
          {isComing && " so far"}
        </span>
      </div>
      {isKnown && <SinceTrustedLine mount={mount} onLeave={onLeave} />}
      <div className={styles.tools}>
        <Select
          label={`Place ${mount.label}`}
          labelHidden
          value={mount.as === "project" ? "project" : `install-${mount.scope}`}
          onChange={place}
        >
          <option value="project">Open as project</option>
          <option value="install-project">Install skills in the project</option>
          <option value="install-home">Install skills in the home folder</option>
        </Select>
        <span className={styles.at}>
          at <code>{mount.at}</code>
        </span>
        <LiveFolderStatus mount={mount} />
        {(mount.as === "install" || mount.chosen) && <ChooseSkills mount={mount} />}
        {isKnown ? (
          <MountUpdates mount={mount} onLeave={onLeave} />
        ) : (
          <CompareWithHost mount={mount} onLeave={onLeave} />
        )}
        <MountReportButton mount={mount} onLeave={onLeave} />
        <span className={styles.end}>
          {count > 1 && <MountOrder mount={mount} index={index} count={count} />}
          <UnmountButton mount={mount} />
        </span>
      </div>
    </li>
  );
}

/** How many of the source's skills are installed; opens the choice among them. */
function ChooseSkills({ mount }: { mount: Mount }) {
  const { countSkills } = useActions();
  const [isOpen, setOpen] = useState(false);
  const { all, installed } = countSkills(mount.id);
  if (all === 0) return null;
  const some = installed === all ? "" : `${formatCount(installed)} of `;
  const text = `${some}${plural(all, "skill")} installed`;
  return (
    <>
      <Button
        size="small"
        aria-label={visibleName(`Choose skills of ${mount.label}: ${text}`)}
        onClick={() => setOpen(true)}
      >
        {text}
      </Button>
      {isOpen && <ChooseSkillsDialog mount={mount} onClose={() => setOpen(false)} />}
    </>
  );
}

/** For a source from a workspace file: whether its files were confirmed to be those of the commit it names. */
function ImportedMark({ mount }: { mount: Mount }) {
  if (!mount.imported) return null;
  const { verified, differing } = mount.imported;
  if (verified !== undefined) {
    const at = /^[0-9a-f]{40}$/.test(verified) ? ` at @${verified.slice(0, 7)}` : "";
    return <Tag title="Imported with a workspace file; its files match the source">verified{at}</Tag>;
  }
  if (differing !== undefined) {
    return (
      <Tag tone="bad" title="Imported with a workspace file; its files differ from the source">
        imported, not verified: {plural(differing, "file")} {differing === 1 ? "differs" : "differ"}
      </Tag>
    );
  }
  return (
    <Tag tone="bad" title="Imported with a workspace file, whose author may have put any files under this name">
      imported, not verified
    </Tag>
  );
}

/** Compares the files of an imported source with its host's; nothing where there is no host to compare with. */
function CompareWithHost({ mount, onLeave }: { mount: Mount; onLeave: () => void }) {
  const { compareWithHost } = useActions();
  const showConversation = useShowConversation();
  if (!canBeFetched(mount)) return null;
  function compare() {
    void compareWithHost(mount.id);
    // The progress is shown above the conversation; on a phone another panel may be in front.
    showConversation();
    onLeave();
  }
  return (
    <Button size="small" aria-label={`Compare with the host: ${mount.label}`} onClick={compare}>
      Compare with the host
    </Button>
  );
}

/** For a mount that follows a folder on disk: reads it again, or asks for permission again after a reload. Nothing for other mounts. */
function LiveFolderStatus({ mount }: { mount: Mount }) {
  const status = useWorkspace(({ live }) => live.get(mount.id));
  const { readAgain } = useActions();
  if (status === undefined) return null;
  const isLocked = status === "locked";
  return (
    <>
      <Tag title="Read again when you return to this page; your edits stay">live folder</Tag>
      <Button
        size="small"
        disabled={status === "reading"}
        aria-label={
          isLocked ? visibleName(`Allow reading ${mount.label} again`) : visibleName(`Refresh ${mount.label}`)
        }
        onClick={() => void readAgain(mount.id)}
      >
        {isLocked ? "Allow reading again" : "Refresh"}
      </Button>
    </>
  );
}
