import type { Keeping } from "#lib/keeping/keeping.ts";
import { withClosed, withOpened, withPaths } from "#lib/state/open-files.ts";
import type { Slice, SliceState } from "#lib/state/slices.ts";
import type { SelectedFile, Selection } from "#lib/state/state.ts";

/** Verbs for what the person is looking at. */
export interface SelectionVerbs {
  selectSkill(location: string | undefined): void;
  /** Shows a file, at its 1-based `line`, with the lines to `endLine` marked. */
  openFile(path: string, line?: number, endLine?: number): void;
  /**
   * Closes the file at `path`, or else the one on show; with `showsNext` (the default), the file in the next tab is
   * then shown.
   */
  closeFile(path?: string, showsNext?: boolean): void;
}

/** The skill and the files that a person looks at. Changes of it by other parts are saved with their own. */
export interface Selected {
  readonly verbs: SelectionVerbs;
  state(): SliceState<"selected">;
  /** Selects a skill by the location of its SKILL.md. */
  choose(skill: string): void;
  open(file: SelectedFile): void;
  /** Changes the paths of what is on show. Returns whether any path changed. */
  follow(pathOf: (path: string) => string): boolean;
  restore(selection: Selection): void;
}

export function createSelected({ slice, keeping }: { slice: Slice<"selected">; keeping: Keeping }): Selected {
  keeping.include({ state: slice.get });
  const put = (selection: Selection) => slice.set({ selection });
  const open: Selected["open"] = (file) => put(withOpened(slice.get().selection, file));
  const choose = (skill: string | undefined) => {
    const { skill: _, ...rest } = slice.get().selection;
    put(skill === undefined ? rest : { ...rest, skill });
  };
  return {
    state: slice.get,
    choose,
    open,
    follow: (pathOf) => {
      const { selection: before } = slice.get();
      const selection = withPaths(before, pathOf);
      if (selection === before) return false;
      put(selection);
      return true;
    },
    restore: put,
    verbs: {
      selectSkill: (location) => {
        choose(location);
        void keeping.saveMeta();
      },
      openFile: (path, line, endLine) => {
        open({ path, ...(line !== undefined && { line }), ...(endLine !== undefined && { endLine }) });
        void keeping.saveMeta();
      },
      closeFile: (path, showsNext = true) => {
        const { selection } = slice.get();
        const closing = path ?? selection.file?.path;
        if (closing === undefined) return;
        put(withClosed(selection, closing, showsNext));
        void keeping.saveMeta();
      },
    },
  };
}
