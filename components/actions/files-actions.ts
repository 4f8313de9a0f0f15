import { draftAt } from "#lib/state/drafts.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import { basename } from "#lib/vfs/paths.ts";
import type { Action, ActionGroup } from "./action.ts";

export const newFile: Action = {
  id: "new-file",
  label: "New skill or file",
  opensDialog: true,
  changes: true,
  isPossible: ({ mounts }) => mounts.length > 0,
  run: ({ ask }) => ask("new"),
};

export const saveFile: Action = {
  id: "save-file",
  label: "Save",
  detail: "the open file",
  keys: { kind: "command", key: "s" },
  changes: true,
  isPossible: hasDraft,
  run: ({ verbs, state }) => void (state.selection.file && verbs.saveDraft(state.selection.file.path)),
};

const showChanges: Action = {
  id: "changes",
  label: "Changes",
  detail: "everything you have changed",
  opensDialog: true,
  run: ({ ask }) => ask("changes"),
};

const showTerminal: Action = {
  id: "terminal",
  label: "Terminal",
  detail: "run scripts and commands over copies of the files",
  run: ({ ask }) => ask("terminal"),
};

const undoFix: Action = {
  id: "undo",
  label: "Undo the last file change",
  changes: true,
  isPossible: ({ lastFix }) => lastFix?.state === "applied",
  run: ({ verbs }) => void verbs.undoFix(),
};

/** Actions on files, above all on the open file. */
export const filesActions: ActionGroup = (state) => [newFile, showChanges, showTerminal, undoFix, ...openFile(state)];

function openFile(state: WorkspaceState): readonly Action[] {
  const path = state.selection.file?.path;
  if (path === undefined) return [];
  const name = basename(path);
  return [
    {
      id: "edit-file",
      label: `Edit ${name}`,
      changes: true,
      isPossible: () => !hasDraft(state),
      run: ({ verbs, ask }) => {
        verbs.openFile(path);
        ask("edit");
      },
    },
    saveFile,
    {
      id: "discard-draft",
      label: `Discard unsaved text in ${name}`,
      opensDialog: true,
      changes: true,
      isPossible: hasDraft,
      run: ({ verbs, ask }) => {
        verbs.openFile(path);
        ask("discard");
      },
    },
    {
      id: "move-file",
      label: `Rename, move or delete ${name}`,
      opensDialog: true,
      changes: true,
      run: ({ ask }) => ask("move"),
    },
    {
      id: "revert-file",
      label: `Revert ${name}`,
      detail: "to the source's version",
      changes: true,
      run: ({ verbs }) => void verbs.revertFile(path),
    },
    {
      id: "attach-file",
      label: `Attach ${name} to the message`,
      changes: true,
      run: ({ verbs, showPanel }) => void verbs.attachPath(path).then(() => showPanel("chat")),
    },
    { id: "close-file", label: `Close ${name}`, run: ({ verbs }) => verbs.closeFile(path) },
  ];
}

function hasDraft(state: WorkspaceState): boolean {
  const { file } = state.selection;
  return file !== undefined && draftAt(state, file.path) !== undefined;
}
