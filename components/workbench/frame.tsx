import { type ReactNode, useRef, useSyncExternalStore } from "react";
import { writeMessage } from "#components/actions/conversation-actions.ts";
import { useRunAction, useShortcuts } from "#components/actions/use-actions.ts";
import { ContextPanel } from "#components/context/context-panel.tsx";
import { FilesPanel } from "#components/files/tree/files-panel.tsx";
import { DropZone } from "#components/mounts/adding/drop-zone.tsx";
import { useMount } from "#components/mounts/adding/use-mount.ts";
import { UpdateSheet } from "#components/mounts/updates/update-sheet.tsx";
import { SkillsPanel } from "#components/skills/skills-panel.tsx";
import { Terminal } from "#components/terminal/terminal.tsx";
import { LateStatus } from "#components/ui/empty-state.tsx";
import { ErrorBoundary } from "#components/ui/error-boundary.tsx";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { useKeptFocus } from "#components/ui/focus.ts";
import { useGrowingCount } from "#components/ui/progressive-drawing.ts";
import { SkipLink } from "#components/ui/site/skip-link.tsx";
import { messageBoxId } from "#components/workspace/message-box.ts";
import { ShownProvider, useShown } from "#components/workspace/shown-context.tsx";
import { useHasLesson, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { AskedDialogs } from "./asked-dialogs.tsx";
import styles from "./frame.module.css";
import { Middle } from "./middle.tsx";
import { Separator, usePanelSizes } from "./panel-sizes.tsx";
import { PanelTabs } from "./panel-tabs.tsx";
import { FixAnnouncer, StatusBar } from "./status-bar.tsx";
import { TopBar } from "./top-bar.tsx";
import { UnsavedAlert } from "./unsaved-alert.tsx";
import { useFileHistory } from "./use-file-history.ts";
import { useFolded } from "./use-folded.ts";

/** Fetched with the first lesson. */
const LessonPanel = fetchedPart(async () => (await import("#components/lesson/lesson-panel.tsx")).LessonPanel, {
  Waiting: () => <LateStatus>Opening the lesson…</LateStatus>,
});

/** Fetched with the first link that contains somebody's words. */
const ShareSheet = fetchedPart(async () => (await import("#components/share/share-sheet.tsx")).ShareSheet);

/**
 * The lab's panels, side by side; on a phone one at a time, named by `data-panel` for the style sheet. Each column is rendered in a task of
 * its own: React renders in slices, and a store that changes meanwhile, as that of an opening workspace does, makes it start again and
 * render in one go. Long, because it is the page from top to bottom.
 */
export function Frame() {
  const shown = useShown();
  const { style, separator } = usePanelSizes();
  const height = useVisibleHeight();
  const mount = useMount();
  const hasLesson = useHasLesson();
  const folded = useFolded();
  const frame = useRef<HTMLDivElement>(null);
  useKeptFocus(frame);
  return (
    <ShownProvider shown={shown}>
      <Shortcuts />
      <FileHistory />
      <div ref={frame} className={styles.frame} data-panel={shown.panel} style={{ ...style, height }}>
        <SkipToMessage />
        <TopBar />
        <main
          className={styles.main}
          data-lesson={hasLesson ? "" : undefined}
          data-left={folded.left ? "folded" : undefined}
          data-right={folded.right ? "folded" : undefined}
        >
          {hasLesson && (
            <>
              <div className={styles.lesson}>
                <ErrorBoundary what="The lesson">
                  <LessonPanel />
                </ErrorBoundary>
              </div>
              <Separator {...separator("lesson")} />
            </>
          )}
          <div className={styles.left}>
            {folded.left && <UnfoldButton label="Skills and files" onUnfold={() => folded.unfold("left")} />}
            <InTurn turn={2}>
              <ErrorBoundary what="The list of skills">
                <SkillsPanel />
              </ErrorBoundary>
              <Separator {...separator("skills")} />
              <ErrorBoundary what="The list of files">
                <FilesPanel />
              </ErrorBoundary>
            </InTurn>
          </div>
          <Separator {...separator("left")} />
          <div className={styles.middle}>
            <ErrorBoundary what="What is shown here">
              <Middle shown={shown} />
            </ErrorBoundary>
            <ErrorBoundary what="The terminal">
              <Terminal />
            </ErrorBoundary>
          </div>
          <Separator {...separator("right")} />
          <div className={styles.right}>
            {folded.right && <UnfoldButton label="Context" onUnfold={() => folded.unfold("right")} />}
            <InTurn turn={3}>
              <ErrorBoundary what="The context">
                <ContextPanel />
              </ErrorBoundary>
            </InTurn>
          </div>
        </main>
        <div>
          <UnsavedAlert />
          <StatusBar />
        </div>
        <FixAnnouncer />
        <PanelTabs current={shown.panel} onChange={shown.showPanel} />
        <ErrorBoundary what="What was shared">
          <OfferedLink />
        </ErrorBoundary>
        <ErrorBoundary what="The update">
          <UpdateSheet />
        </ErrorBoundary>
        <AskedDialogs />
        <DropZone onDrop={mount} />
      </div>
    </ShownProvider>
  );
}

/** Draws a column in the task of its turn. A component of its own, because the rest is not drawn again then. */
function InTurn({ turn, children }: { turn: number; children: ReactNode }) {
  return useGrowingCount(turn, 1, 1) >= turn && children;
}

/** The button in place of a folded column; not on a phone, whose tabs lead to all panels. */
function UnfoldButton({ label, onUnfold }: { label: string; onUnfold: () => void }) {
  return (
    <button type="button" className={styles.unfold} aria-expanded={false} onClick={onUnfold}>
      {label}
    </button>
  );
}

/** A component of its own, because it needs the context with which actions show panels. */
function SkipToMessage() {
  const run = useRunAction();
  return (
    <SkipLink
      href={`#${messageBoxId}`}
      onClick={(event) => {
        event.preventDefault();
        run(writeMessage);
      }}
    >
      Skip to message
    </SkipLink>
  );
}

/** A component of its own, because it needs the context with which actions show panels. */
function Shortcuts() {
  useShortcuts();
  return null;
}

/** A component of its own, because the lab is not drawn again with each selection. */
function FileHistory() {
  useFileHistory();
  return null;
}

function OfferedLink() {
  const phase = useWorkspace((state) => state.phase);
  if (phase.kind !== "offered") return null;
  return <ShareSheet offer={phase.offer} />;
}

/**
 * The page height in pixels above an on-screen keyboard, in browsers that lay the keyboard over the page instead of shrinking it (Safari);
 * `undefined` without a keyboard.
 */
function useVisibleHeight(): number | undefined {
  return useSyncExternalStore(onResize, visibleHeight);
}

function visibleHeight(): number | undefined {
  const viewport = window.visualViewport;
  // Zooming in shrinks the visual viewport too, and must not change the layout.
  if (viewport?.scale !== 1) return undefined;
  return viewport.height < window.innerHeight - 1 ? Math.round(viewport.height) : undefined;
}

function onResize(listener: () => void): () => void {
  window.visualViewport?.addEventListener("resize", listener);
  return () => window.visualViewport?.removeEventListener("resize", listener);
}
