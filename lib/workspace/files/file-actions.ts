import type { QuickFix } from "#lib/harness/rules/types/quick-fix.ts";
import { type Changing, type Core, workspaceRecord } from "#lib/workspace/core.ts";
import type { Selection } from "#lib/workspace/state.ts";
import { withClosed, withOpened } from "#lib/workspace/tree/open-files.ts";
import type { DraftOptions, HarnessStanding } from "./draft-standing.ts";
import { changeDraft, dropDraft, keepDraft, saveDraft } from "./editing.ts";
import type { FoundLine } from "./finding.ts";
import { allPaths, findText } from "./finding.ts";
import { applyFix, mountedVersion, revertFile, undoFix } from "./fixing.ts";
import { deleteFile, filesToMove, makeFile, makeSkill, moveFile } from "./making.ts";

/** What is done with files, and which of them is looked at. */
export interface FileActions {
  /** Changes files so that a broken rule passes. Most harnesses notice on reload only. */
  applyFix(fix: QuickFix): Promise<void>;
  /** Takes the last fix, or the last reverting of a file, back. */
  undoFix(): Promise<void>;
  /** Notes what a person has typed into a file. It is kept, and nothing else sees it until it is saved. */
  changeDraft(path: string, text: string): Promise<void>;
  dropDraft(path: string): Promise<void>;
  /** Lets a draft stand over what the file has become since it was begun. */
  keepDraft(path: string): Promise<void>;
  /** Writes a draft into its file, but not over what it has become meanwhile. */
  saveDraft(path: string): Promise<void>;
  /** What every harness would make of a file with this text, all of it in slices; `undefined` once that is not wanted any more. */
  standingOfDraft(path: string, text: string, options: DraftOptions): Promise<readonly HarnessStanding[] | undefined>;
  /** What the source has for a file that differs from it; `undefined` where none does, or the source has no such file. */
  mountedVersion(path: string): Uint8Array | undefined;
  /** Gives a file that differs from its source the source's content back; `undoFix` takes that back. */
  revertFile(path: string): Promise<void>;
  /** Makes a skill in this project, and resolves to the path of its SKILL.md. Throws `name-refused`. */
  makeSkill(name: string, description: string): Promise<string>;
  /** Makes a file. Throws `name-refused`. */
  makeFile(path: string, text: string): Promise<void>;
  /** Moves a file or folder. Throws `name-refused` and `files-pending`. */
  moveFile(from: string, to: string): Promise<void>;
  /** Deletes a file or folder. Throws `files-pending`. `undoFix` takes this back, as all of these. */
  deleteFile(path: string): Promise<void>;
  /** How many files go along with a file or folder, and why it cannot be moved or deleted. Walks the folder: for a dialog. */
  filesToMove(path: string): { readonly count: number; readonly objection?: string };
  /** Every file of the workspace, by its path. Walks the tree: for a dialog, not for every render. */
  allPaths(): readonly string[];
  /** Lines of files that hold a text, in capitals or not; up to 200. Rejects with `cancelled`. */
  findText(wanted: string, signal: AbortSignal): Promise<readonly FoundLine[]>;
  selectSkill(location: string | undefined): void;
  /** Shows a file, at its 1-based `line`, with the lines to `endLine` marked. */
  openFile(path: string, line?: number, endLine?: number): void;
  /** Closes the file at `path`, or the one that is looked at; with `showsNext` (as if absent) the one beside is then. */
  closeFile(path?: string, showsNext?: boolean): void;
}

/** The verbs of files. @param changing refuses what a read-only tab may not do */
export function fileActions(core: Core, changing: Changing): FileActions {
  const { store } = core;
  const select = (selection: Selection) => {
    store.setState({ selection });
    void core.saver.saveMeta(workspaceRecord(core));
  };
  return {
    applyFix: changing((fix) => applyFix(core, fix)),
    undoFix: changing(() => undoFix(core)),
    changeDraft: changing((path, text) => changeDraft(core, path, text)),
    dropDraft: changing((path) => dropDraft(core, path)),
    keepDraft: changing((path) => keepDraft(core, path)),
    saveDraft: changing((path) => saveDraft(core, path)),
    standingOfDraft: async (...given) => (await import("./draft-standing.ts")).standingOfDraft(core, ...given),
    mountedVersion: (path) => mountedVersion(core, path),
    revertFile: changing((path) => revertFile(core, path)),
    makeSkill: async (name, description) => {
      let path = "";
      await changing(async () => {
        path = await makeSkill(core, name, description);
      })();
      return path;
    },
    makeFile: changing((path, text) => makeFile(core, path, text)),
    moveFile: changing((from, to) => moveFile(core, from, to)),
    deleteFile: changing((path) => deleteFile(core, path)),
    filesToMove: (path) => filesToMove(core, path),
    allPaths: () => allPaths(core),
    findText: (wanted, signal) => findText(core, wanted, signal),
    selectSkill: (location) => {
      const { skill: _, ...rest } = store.getState().selection;
      select(location === undefined ? rest : { ...rest, skill: location });
    },
    openFile: (path, line, endLine) =>
      select(
        withOpened(store.getState().selection, {
          path,
          ...(line !== undefined && { line }),
          ...(endLine !== undefined && { endLine }),
        }),
      ),
    closeFile: (path, showsNext = true) => {
      const { selection } = store.getState();
      const closed = path ?? selection.file?.path;
      if (closed !== undefined) select(withClosed(selection, closed, showsNext));
    },
  };
}
