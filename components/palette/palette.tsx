import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useId, useMemo, useState } from "react";
import { possibleActions } from "#components/actions/all-actions.ts";
import { useGoToPanel, useRunAction } from "#components/actions/use-actions.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions, useStateNow, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { type FoundLine, mostFound } from "#lib/editing/finding.ts";
import { failureOrThrow } from "#lib/failure.ts";
import { mountFolder } from "#lib/stage/place.ts";
import { isInside } from "#lib/vfs/paths.ts";
import { bestMatches, countText, type Searched } from "./matching.ts";
import styles from "./palette.module.css";
import { PaletteBox } from "./palette-box.tsx";

interface Item {
  readonly id: string;
  /** The text that is searched and shown. */
  readonly text: string;
  /** More text, shown after `text`. */
  readonly note?: string;
  readonly kind: string;
  readonly detail?: string;
  /** How many steps the item comes after equally good ones; 0 by default. */
  readonly behind?: number;
  readonly run: () => void;
}

/** Most items drawn. */
const mostShown = 60;

interface PaletteProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  /** Whether Enter was pressed while the palette was being fetched; if so, the best match is run. */
  readonly isEntered: boolean;
  readonly onClose: () => void;
}

/** One search box for all actions, skills and files, and for text in files. */
export function Palette({ typed, onType, isEntered, onClose }: PaletteProps) {
  const [at, setAt] = useState(0);
  const items = useItems();
  const lines = useFoundLines(typed);
  const id = useId();
  const matches = useMemo(() => bestMatches(typed, items, searched, mostShown), [typed, items]);
  const shown = [...matches.best, ...lines];
  const current = Math.min(at, Math.max(0, shown.length - 1));
  function choose(item: Item | undefined) {
    if (!item) return;
    onClose();
    // After the dialog has given the focus back, and before the next key arrives.
    queueMicrotask(item.run);
  }
  const enter = useEffectEvent(() => choose(matches.best[0]));
  useEffect(() => {
    if (isEntered) enter();
  }, [isEntered]);
  function onKeyDown(event: KeyboardEvent) {
    const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const by = moves[event.key];
    if (by !== undefined) setAt(Math.max(0, Math.min(current + by, shown.length - 1)));
    else if (event.key === "Enter") choose(shown[current]);
    else return;
    event.preventDefault();
  }
  return (
    <div className={styles.palette}>
      <PaletteBox
        typed={typed}
        onType={(text) => {
          onType(text);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        list={{ id: `${id}-list`, current: shown.length > 0 ? `${id}-${current}` : undefined }}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Found" className={styles.list}>
        {shown.map((item, index) => (
          <Row
            key={item.id}
            id={`${id}-${index}`}
            item={item}
            isCurrent={index === current}
            onChoose={() => choose(item)}
          />
        ))}
      </div>
      <p role="status" className={shown.length > 0 ? "unseen" : styles.none}>
        {countText({
          shown: shown.length,
          found: matches.count + lines.length,
          isCut: lines.length >= mostFound,
        })}
      </p>
    </div>
  );
}

function searched({ text, note, detail, behind = 0 }: Item): Searched {
  return { text: [text, note, detail].filter((part) => part !== undefined).join(" "), behind };
}

interface RowProps {
  readonly id: string;
  readonly item: Item;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

function Row({ id, item: { text, note, kind, detail }, isCurrent, onChoose }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keyboard for all of its rows
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
    <div
      id={id}
      ref={(row) => {
        if (isCurrent) row?.scrollIntoView({ block: "nearest" });
      }}
      role="option"
      aria-selected={isCurrent}
      className={styles.row}
      onClick={onChoose}
    >
      <span className={styles.kind}>{kind}</span>
      <span className={styles.text}>
        <VisibleName text={text} />
        {note !== undefined && <span className={styles.note}>{note}</span>}
        {detail !== undefined && <VisibleName as="code" text={detail} />}
      </span>
    </div>
  );
}

/** Opens a file in the middle and focuses it, at a line if one is given. */
function useOpenFile(): (path: string, line?: number) => void {
  const { openFile } = useActions();
  const goTo = useGoToPanel();
  return useCallback(
    (path, line) => {
      openFile(path, line);
      goTo("file");
    },
    [openFile, goTo],
  );
}

function useItems(): readonly Item[] {
  const verbs = useActions();
  const run = useRunAction();
  const open = useOpenFile();
  const stateNow = useStateNow();
  const skills = useWorkspace((state) => state.view.discovery.skills);
  const files = useWorkspace((state) => state.files);
  // A SKILL.md is listed as its skill, not also as a file.
  const own = useMemo(() => new Set(skills.map(({ location }) => location)), [skills]);
  // Computed once, when the palette opens, so that the list does not change during a search.
  const [actions] = useState(() => possibleActions(stateNow()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the paths are asked for anew whenever a file has come or gone
  return useMemo(
    () => [
      ...actions.map((action) => ({
        id: `action ${action.id}`,
        kind: "action",
        text: action.label,
        ...(action.detail !== undefined && { note: action.detail }),
        run: () => run(action),
      })),
      ...skills.map(({ name, location }) => ({
        id: `skill ${location}`,
        kind: "skill",
        text: name,
        detail: location,
        run: () => {
          verbs.selectSkill(location);
          open(location);
        },
      })),
      ...verbs
        .allPaths()
        .filter((path) => !own.has(path))
        .map((path) => ({
          id: `file ${path}`,
          kind: "file",
          text: path,
          // After the skills; an installed skill's files are also listed where the harness sees them, so the source's copies come last.
          behind: isInside(mountFolder, path) ? 2 : 1,
          run: () => open(path),
        })),
    ],
    [actions, verbs, run, open, skills, files, own],
  );
}

/** Letters from which on file contents are searched. */
const fewest = 3;

/** Lines in files that contain the typed text, a moment after the last keystroke. */
function useFoundLines(typed: string): readonly Item[] {
  const { findText } = useActions();
  const open = useOpenFile();
  const [found, setFound] = useState<{ typed: string; lines: readonly FoundLine[] }>();
  useEffect(() => {
    if (typed.trim().length < fewest) return;
    const leaving = new AbortController();
    async function find() {
      const lines = await findText(typed.trim(), leaving.signal).catch((caught) => {
        failureOrThrow(caught);
        return undefined;
      });
      if (lines && !leaving.signal.aborted) setFound({ typed, lines });
    }
    const soon = setTimeout(() => void find(), 150);
    return () => {
      clearTimeout(soon);
      leaving.abort();
    };
  }, [typed, findText]);
  if (found?.typed !== typed) return [];
  return found.lines.map(({ path, line, text }) => ({
    id: `line ${path} ${line}`,
    kind: "text",
    text,
    detail: `${path}:${line}`,
    run: () => open(path, line),
  }));
}
