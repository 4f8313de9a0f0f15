import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useActions, useWorkspace, useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import { draftAt } from "#lib/workspace/tree/drafts.ts";
import styles from "./file-tree.module.css";
import { FileTreeRow } from "./file-tree-row.tsx";
import { moveForKey } from "./tree-keys.ts";
import { useOpenFolders } from "./use-open-folders.ts";
import { useTierOf } from "./use-tier-of.ts";
import { useTreeRoots } from "./use-tree-roots.ts";
import { type TreeRow, visibleRows } from "./visible-rows.ts";

const rowHeight = 26;

/**
 * The files as an ARIA tree. The focus stays on the tree and `aria-activedescendant` names the row, so
 * that only the rows in sight need exist: a folder may hold twenty thousand.
 */
export function FileTree() {
  const { openFile } = useActions();
  const files = useWorkspaceInSlices((state) => state.files);
  const shownFile = useWorkspace((state) => state.selection.file?.path);
  const drafts = useWorkspace((state) => state.drafts);
  const roots = useTreeRoots();
  const { open, setOpen } = useOpenFolders(roots);
  const tierOf = useTierOf();
  const rows = useMemo(() => visibleRows(files, roots, open), [files, roots, open]);
  const [current, setCurrent] = useState<string>();
  const at = Math.max(
    0,
    rows.findIndex(({ path }) => path === (current ?? shownFile)),
  );
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // Every row until the height is known: also what a test without layout sees.
    initialRect: { width: 280, height: 800 },
  });
  useEffect(() => virtual.scrollToIndex(at), [virtual, at]);

  function choose(row: TreeRow) {
    setCurrent(row.path);
    if (row.kind === "folder") setOpen(row.path, !row.isOpen);
    else openFile(row.path);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moveForKey(event.key, rows, at);
    if (!move) return;
    event.preventDefault();
    const row = rows.find(({ path }) => path === move.path);
    if (move.kind === "choose" && row) choose(row);
    else if (move.kind === "open" || move.kind === "close") setOpen(move.path, move.kind === "open");
    setCurrent(move.path);
  }

  return (
    <div ref={scroller} className={styles.scroll}>
      <div
        role="tree"
        aria-label="Files"
        tabIndex={0}
        aria-activedescendant={`${id}-${at}`}
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
              onChoose={() => choose(row)}
            />
          );
        })}
      </div>
    </div>
  );
}
