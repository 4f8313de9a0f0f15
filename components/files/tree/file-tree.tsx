import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useChangedKeys } from "#components/changes/changes-button.tsx";
import { MoveDialog } from "#components/files/making/move-button.tsx";
import { copyText } from "#components/ui/text/copy-button.tsx";
import { apart } from "#components/workspace/asked-dialog.ts";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace, useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { isBundled, place } from "#lib/stage/place.ts";
import { draftAt, draftKey } from "#lib/state/drafts.ts";
import { foldersAbove, isInside } from "#lib/vfs/paths.ts";
import { FileMenu, type FileMenuPlace } from "./file-menu.tsx";
import styles from "./file-tree.module.css";
import { FileTreeRow, useTierOf } from "./file-tree-row.tsx";
import { moveForKey, type TreeRow, visibleRows } from "./visible-rows.ts";

const rowHeight = 26;

/**
 * The files as an ARIA tree. The focus stays on the tree and `aria-activedescendant` names the row, so
 * that only the rows in sight need exist: a folder may hold twenty thousand.
 */
export function FileTree() {
  const files = useWorkspaceInSlices((state) => state.files);
  const shownFile = useWorkspace((state) => state.selection.file?.path);
  const drafts = useWorkspace((state) => state.drafts);
  const changed = useChangedKeys();
  const roots = useTreeRoots();
  const { open, setOpen } = useOpenFolders(roots);
  const tierOf = useTierOf();
  const rows = useMemo(() => visibleRows(files, roots, open), [files, roots, open]);
  const id = useId();
  const asked = useRowDialogs(id);
  const verbs = { setOpen, onMove: asked.move, onMenu: asked.showMenu };
  const { at, choose, setCurrent, onKeyDown } = useCurrentRow(rows, shownFile, verbs);
  const { scroller, virtual } = useRowWindow(rows.length, at);

  return (
    <div ref={scroller} className={styles.scroll}>
      <div
        role="tree"
        aria-label="Files"
        tabIndex={0}
        aria-activedescendant={`${id}-${at}`}
        aria-keyshortcuts="F2 Delete Shift+F10"
        className={styles.tree}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <FileTreeRow
              key={row.path}
              id={`${id}-${index}`}
              row={row}
              top={start}
              isCurrent={index === at}
              isShown={row.path === shownFile}
              tier={row.kind === "file" ? tierOf(row.path) : undefined}
              isTyped={draftAt({ files, drafts }, row.path) !== undefined}
              isChanged={row.kind !== "folder" && changed.size > 0 && changed.has(draftKey(files, row.path))}
              onChoose={() => choose(row)}
              onMenu={({ clientX, clientY }) => asked.showMenuAt(row, clientX, clientY)}
            />
          );
        })}
      </div>
      <RowDialogs asked={asked} choose={choose} onMoved={setCurrent} />
    </div>
  );
}

interface RowMenu extends FileMenuPlace {
  readonly row: TreeRow;
}

/** A row's context menu and its move dialog: which is open, and what opens it. `id` is the tree's element id. */
function useRowDialogs(id: string) {
  const isReadOnly = useReadOnlyTab();
  const [menu, setMenu] = useState<RowMenu>();
  const [moving, setMoving] = useState<string>();
  const showMenuAt = (row: TreeRow, x: number, y: number) => setMenu({ row, path: row.path, x, y });
  function showMenu(row: TreeRow | undefined, index: number) {
    const box = document.getElementById(`${id}-${index}`)?.getBoundingClientRect();
    if (row && box) showMenuAt(row, box.left + 40, box.bottom);
  }
  function move(row: TreeRow | undefined) {
    if (row && canBeMoved(row) && !isReadOnly) setMoving(row.path);
  }
  return {
    menu,
    moving,
    isReadOnly,
    showMenuAt,
    showMenu,
    move,
    closeMenu: () => setMenu(undefined),
    closeMove: () => setMoving(undefined),
  };
}

interface RowDialogsProps {
  readonly asked: ReturnType<typeof useRowDialogs>;
  readonly choose: (row: TreeRow) => void;
  readonly onMoved: (path: string) => void;
}

function RowDialogs({ asked, choose, onMoved }: RowDialogsProps) {
  const { menu, moving, isReadOnly, move, closeMenu, closeMove } = asked;
  return (
    <>
      {menu &&
        apart(
          <FileMenu
            at={menu}
            items={itemsOf(menu.row, { choose, ...(!isReadOnly && { move: () => move(menu.row) }) })}
            onClose={closeMenu}
          />,
        )}
      {moving !== undefined && apart(<MoveDialog path={moving} onMoved={onMoved} onClose={closeMove} />)}
    </>
  );
}

interface RowChoices {
  readonly choose: (row: TreeRow) => void;
  /** Absent where the files are read-only. */
  readonly move?: () => void;
}

function itemsOf(row: TreeRow, { choose, move }: RowChoices) {
  const fold = row.isOpen ? "Fold" : "Unfold";
  return [
    { label: row.kind === "folder" ? fold : "Open", onChoose: () => choose(row) },
    { label: "Copy path", onChoose: () => void copyText(row.path) },
    ...(move && canBeMoved(row) ? [{ label: "Rename, move or delete…", onChoose: move }] : []),
  ];
}

/** Roots cannot be moved. For anything else the dialog says why, if it cannot. */
function canBeMoved({ level }: TreeRow): boolean {
  return level > 1;
}

interface RowVerbs {
  readonly setOpen: (folder: string, isOpen: boolean) => void;
  readonly onMove: (row: TreeRow | undefined) => void;
  readonly onMenu: (row: TreeRow | undefined, index: number) => void;
}

/** The current row of the keyboard (`shownFile`'s at first), and the handlers for clicks and keys. */
function useCurrentRow(rows: readonly TreeRow[], shownFile: string | undefined, { setOpen, onMove, onMenu }: RowVerbs) {
  const { openFile } = useActions();
  const [current, setCurrent] = useState<string>();
  const at = Math.max(
    0,
    rows.findIndex(({ path }) => path === (current ?? shownFile)),
  );

  function choose(row: TreeRow) {
    setCurrent(row.path);
    if (row.kind === "folder") setOpen(row.path, !row.isOpen);
    else openFile(row.path);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const verb = verbOf(event);
    if (verb) {
      event.preventDefault();
      if (verb === "menu") onMenu(rows[at], at);
      else onMove(rows[at]);
      return;
    }
    const move = moveForKey(event.key, rows, at);
    if (!move) return;
    event.preventDefault();
    const row = rows.find(({ path }) => path === move.path);
    if (move.kind === "choose" && row) choose(row);
    else if (move.kind === "open" || move.kind === "close") setOpen(move.path, move.kind === "open");
    setCurrent(move.path);
  }

  return { at, choose, setCurrent, onKeyDown };
}

/** What a key does other than moving the current row. */
function verbOf({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">): "menu" | "move" | undefined {
  if (key === "ContextMenu" || (key === "F10" && shiftKey)) return "menu";
  return key === "F2" || key === "Delete" ? "move" : undefined;
}

/** The rows in sight out of `count`; scrolls to the one at `current`. */
function useRowWindow(count: number, current: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // A default height until the real one is known, also used by tests without layout.
    initialRect: { width: 280, height: 800 },
  });
  useEffect(() => virtual.scrollToIndex(current), [virtual, current]);
  return { scroller, virtual };
}

/** Which folders are open: those on the way to the skills and to the open file, until a person folds them. */
function useOpenFolders(roots: readonly string[]) {
  const skills = useWorkspaceInSlices((state) => state.view.discovery.skills);
  const profileId = useWorkspace((state) => state.profileId);
  const file = useWorkspace((state) => state.selection.file);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const open = useMemo(() => {
    const first = firstSight(profileById(profileId), skills);
    const shown = file ? [...first, file.path] : first;
    const folders = new Set([...roots.slice(0, 1), ...shown.flatMap((path) => foldersOnTheWay(path, roots))]);
    for (const [folder, isOpen] of toggled) {
      if (isOpen) folders.add(folder);
      else folders.delete(folder);
    }
    return folders;
  }, [roots, profileId, skills, file, toggled]);
  return {
    open,
    setOpen: (folder: string, isOpen: boolean) => setToggled((before) => new Map(before).set(folder, isOpen)),
  };
}

/**
 * The folders open at first: with up to 3 skills their insides, with up to 12 the folders that hold them, otherwise only the way to the
 * first skill.
 */
function firstSight(profile: Profile, all: readonly Skill[]): string[] {
  const skills = all.filter(({ location }) => !isBundled(profile, location));
  if (skills.length <= 3) return skills.map(({ location }) => location);
  return skills.slice(0, skills.length <= 12 ? 12 : 1).map(({ directory }) => directory);
}

/** The folders of the tree that contain `path`, from the root down. */
function foldersOnTheWay(path: string, roots: readonly string[]): string[] {
  const root = roots.find((candidate) => isInside(candidate, path));
  return root === undefined ? [] : [...foldersAbove(path)].filter((folder) => isInside(root, folder));
}

/** The tree's roots: the working folder, the home folder if it holds anything, and each installed source's own tree. */
function useTreeRoots(): readonly string[] {
  const files = useWorkspaceInSlices((state) => state.files);
  const mounts = useWorkspaceInSlices((state) => state.mounts);
  return useMemo(() => {
    const filled = [place.cwd, place.home].filter((folder) => (files.list(folder)?.length ?? 0) > 0);
    return [...new Set([...filled, ...mounts.map((mount) => mount.at)])];
  }, [files, mounts]);
}
