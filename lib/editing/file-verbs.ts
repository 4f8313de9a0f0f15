import type { QuickFix } from "#lib/harness/rules/types/quick-fix.ts";
import type { SkillState } from "#lib/harness/vocabulary/states.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import type { Models } from "#lib/models/models.ts";
import type { Selected } from "#lib/tree/selected.ts";
import type { Tree } from "#lib/tree/tree.ts";
import type { Typed } from "#lib/tree/typed.ts";
import type { Harness } from "#lib/view/harness.ts";
import type { DraftOptions, HarnessStanding } from "./draft-standing.ts";
import { changeDraft, dropDraft, keepDraft, saveDraft } from "./drafting.ts";
import type { Editing } from "./editing.ts";
import { allPaths, type FoundLine, findText } from "./finding.ts";
import { deleteFile, filesToMove, makeFile, makeSkill, moveFile } from "./making.ts";

/** What a person can do with files. */
export interface FileVerbs {
  /** Changes files so that a broken rule passes. Most harnesses notice only on reload. */
  applyFix(fix: QuickFix): Promise<void>;
  /** Undoes the last fix, or the last reverting of a file. */
  undoFix(): Promise<void>;
  /**
   * Records the text that a person has typed into a file. It is saved as a draft, which has no other effect until it is
   * written.
   */
  changeDraft(path: string, text: string): Promise<void>;
  dropDraft(path: string): Promise<void>;
  /** Keeps a draft although the file has changed since it was begun. */
  keepDraft(path: string): Promise<void>;
  /** Writes a draft into its file, unless the file has changed meanwhile. */
  saveDraft(path: string): Promise<void>;
  /** What every harness would make of a file with this text, computed in slices; `undefined` once aborted. */
  standingOfDraft(path: string, text: string, options: DraftOptions): Promise<readonly HarnessStanding[] | undefined>;
  /**
   * The source's content of a changed file; `undefined` where the file is unchanged, or the source has no such file.
   */
  mountedVersion(path: string): Uint8Array | undefined;
  /** Restores the source's content of a changed file; `undoFix` undoes that. */
  revertFile(path: string): Promise<void>;
  /** Creates a skill in this project and opens its SKILL.md in the editor; resolves to the path of that. Throws `name-refused`. */
  makeSkill(name: string, description: string): Promise<string>;
  /** Creates a file and opens it in the editor. Throws `name-refused`. */
  makeFile(path: string, text: string): Promise<void>;
  /** Moves a file or folder. Throws `name-refused` and `files-pending`. */
  moveFile(from: string, to: string): Promise<void>;
  /** Deletes a file or folder. Throws `files-pending`. `undoFix` undoes this and all of the above. */
  deleteFile(path: string): Promise<void>;
  /**
   * How many files a move or deletion would affect, and why it is impossible, if so. Walks the folder: for a dialog.
   */
  filesToMove(path: string): { readonly count: number; readonly objection?: string };
  /** Every file of the workspace, by path. Walks the tree: for a dialog, not for every render. */
  allPaths(): readonly string[];
  /** Lines of files that contain a text, ignoring case; up to 200. Rejects with `cancelled`. */
  findText(wanted: string, signal: AbortSignal): Promise<readonly FoundLine[]>;
  /** `location`: of the SKILL.md of a loaded skill. */
  setSkillState(location: string, state: SkillState): Promise<void>;
}

interface FileVerbNeeds {
  readonly tree: Tree;
  readonly selected: Selected;
  readonly typed: Typed;
  readonly models: Models;
  readonly harness: Harness;
  readonly editing: Editing;
  readonly keeping: Keeping;
  readonly closed: AbortSignal;
}

export function fileVerbs(needs: FileVerbNeeds): FileVerbs {
  const { tree, editing, keeping } = needs;
  const { changing } = keeping;
  const edit = (path: string) => {
    needs.selected.open({ path, isEdited: true });
    void keeping.saveMeta();
  };
  return {
    applyFix: changing(editing.applyFix),
    undoFix: changing(editing.undo),
    changeDraft: changing((path, text) => changeDraft(needs, path, text)),
    dropDraft: changing((path) => dropDraft(needs, path)),
    keepDraft: changing((path) => keepDraft(needs, path)),
    saveDraft: changing((path) => saveDraft(needs, path)),
    standingOfDraft: async (...given) => (await import("./draft-standing.ts")).standingOfDraft(needs, ...given),
    mountedVersion: editing.mountedVersion,
    revertFile: changing(editing.revert),
    makeSkill: async (name, description) => {
      let path = "";
      await changing(async () => {
        path = await makeSkill(needs, name, description);
        edit(path);
      })();
      return path;
    },
    makeFile: changing(async (path, text) => {
      await makeFile(needs, path, text);
      edit(path);
    }),
    moveFile: changing((from, to) => moveFile(needs, from, to)),
    deleteFile: changing((path) => deleteFile(needs, path)),
    filesToMove: (path) => filesToMove(needs, path),
    allPaths: () => allPaths(tree.state()),
    findText: (wanted, signal) => findText(tree.state(), wanted, signal),
    setSkillState: changing(editing.setSkillState),
  };
}
