import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Conversation } from "#components/chat/conversation.tsx";
import { FileViewer } from "#components/files/viewer/file-viewer.tsx";
import { isUrgent, MountActivity } from "#components/mounts/activity/mount-activity.tsx";
import { NothingMounted } from "#components/mounts/adding/nothing-mounted.tsx";
import { LateStatus } from "#components/ui/empty-state.tsx";
import { ErrorBoundary } from "#components/ui/error-boundary.tsx";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import type { Shown } from "#components/workspace/shown-context.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { draftAt } from "#lib/state/drafts.ts";
import { openPaths } from "#lib/state/open-files.ts";
import { isOpening, type WorkspaceState } from "#lib/state/state.ts";
import { basename, dirname, joinPath } from "#lib/vfs/paths.ts";
import frame from "./frame.module.css";
import styles from "./middle.module.css";

/** Fetched only if something was lost. */
const RestoreNote = fetchedPart(async () => (await import("#components/mounts/activity/restore-note.tsx")).RestoreNote);

/** Fetched if a shared link opened the workspace. */
const LinkNote = fetchedPart(async () => (await import("#components/share/link-note.tsx")).LinkNote);

/** The conversation or the open file; until the workspace is open, the progress. */
export function Middle({ shown }: { shown: Shown }) {
  const selection = useWorkspace((state) => state.selection);
  const { file } = selection;
  const open = openPaths(selection);
  const phase = useWorkspace((state) => state.phase.kind);
  const opening = useWorkspace(isOpening);
  const isEmpty = phase === "empty";
  const showsFile = file !== undefined && shown.middle === "file";
  return (
    <div className={styles.middle}>
      {open.length > 0 && <MiddleTabs open={open} current={file?.path} shown={shown} />}
      <Notice />
      {phase === "restoring" && (
        <div className={frame.opening}>
          <LateStatus>Opening the workspace…</LateStatus>
        </div>
      )}
      {isEmpty && !opening && <NothingMounted />}
      {showsFile && (
        <ErrorBoundary key={file.path} what="This file">
          <FileViewer path={file.path} line={file.line} isEdited={file.isEdited} />
        </ErrorBoundary>
      )}
      {/* Kept mounted while a file shows, so that the conversation goes on and keeps its scroll position. */}
      <div className={styles.fill} hidden={showsFile || isEmpty || opening}>
        <ErrorBoundary what="The conversation">
          <Conversation />
        </ErrorBoundary>
      </div>
    </div>
  );
}

/** Fetched if a source is a workshop. */
const WorkshopNote = fetchedPart(async () => (await import("#components/lesson/workshop-note.tsx")).WorkshopNote);

/** One notice at a time, the most urgent first: the progress of opening, what was lost, where this comes from, what can be done with it. */
function Notice() {
  const isWhole = useWorkspace((state) => state.losses.length === 0);
  const isUnderway = useWorkspace((state) => isUrgent(state.activity, isOpening(state)));
  const linked = useWorkspace((state) => state.linkedMountId);
  const workshop = useWorkspace(authoredWorkshop);
  const installed = useWorkspace(({ activity }) => (activity.kind === "installed" ? activity.mountId : undefined));
  // A source installed after a link or a workshop was opened is newer, so its notice comes first.
  const isNews = installed !== undefined && installed !== linked && installed !== workshop;
  if (isUnderway || isNews) return <MountActivity />;
  if (!isWhole) return <RestoreNote />;
  if (linked !== undefined) return <LinkNote mountId={linked} />;
  if (workshop !== undefined) return <WorkshopNote mountId={workshop} />;
  // The notice of an installed source is not urgent.
  return <MountActivity />;
}

/** The mount that is a workshop opened by its author; found by its top folders, as there may be thousands of files. */
function authoredWorkshop({ mounts, files, phase }: WorkspaceState): string | undefined {
  if (phase.kind !== "ready") return undefined;
  return mounts.find(({ at, lesson }) => {
    const folder = joinPath(at, "lessons");
    const below = lesson ? undefined : files.list(folder)?.slice(0, 60);
    return below?.some(({ name, kind }) => kind === "folder" && files.stat(joinPath(folder, name, "lesson.md")));
  })?.id;
}

interface MiddleTabsProps {
  /** Paths of the open files. */
  readonly open: readonly string[];
  readonly current: string | undefined;
  readonly shown: Shown;
}

function MiddleTabs({ open, current, shown }: MiddleTabsProps) {
  const { closeFile, openFile } = useActions();
  return (
    <nav className={styles.tabs} data-shows={shown.middle} aria-label="Open in the middle">
      <button
        type="button"
        aria-current={shown.middle === "conversation" ? "true" : undefined}
        onClick={() => shown.showPanel("chat")}
      >
        Conversation
      </button>
      {open.map((path) => (
        <FileTab
          key={path}
          path={path}
          name={tabName(path, open)}
          isCurrent={path === current && shown.middle === "file"}
          onShow={() => (path === current ? shown.showPanel("file") : openFile(path))}
          onClose={() => closeFile(path)}
        />
      ))}
    </nav>
  );
}

/** A file's name; with its folder's if another open file has the same name. */
function tabName(path: string, open: readonly string[]): string {
  const name = basename(path);
  const isAlone = open.every((other) => other === path || basename(other) !== name);
  return isAlone ? name : `${basename(dirname(path))}/${name}`;
}

interface FileTabProps {
  readonly path: string;
  readonly name: string;
  readonly isCurrent: boolean;
  readonly onShow: () => void;
  readonly onClose: () => void;
}

function FileTab({ path, name, isCurrent, onShow, onClose }: FileTabProps) {
  const isTyped = useWorkspace((state) => draftAt(state, path) !== undefined);
  const tab = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isCurrent) tab.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [isCurrent]);
  return (
    <span ref={tab} className={styles.file}>
      <button
        type="button"
        title={visibleName(path)}
        aria-current={isCurrent ? "true" : undefined}
        onClick={onShow}
        onAuxClick={(event) => event.button === 1 && onClose()}
      >
        <VisibleName as="code" text={name} />
        {isTyped && <span className={styles.typed} title="Not saved" role="img" aria-label="not saved" />}
      </button>
      <button type="button" className={styles.close} aria-label={visibleName(`Close ${name}`)} onClick={onClose}>
        <X size={14} aria-hidden />
      </button>
    </span>
  );
}
