import { type Branches, grow, numberOf } from "#lib/chat/conversations/conversation.ts";
import { conversationFile } from "#lib/chat/conversations/conversation-file.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import { ownMountId } from "#lib/stage/placement.ts";
import type { Tree } from "#lib/tree/tree.ts";
import type { Typed } from "#lib/tree/typed.ts";
import { type WriteOptions, writeZip } from "#lib/upload/write-zip.ts";
import {
  type Edits,
  editedBytes,
  isExecutableEdit,
  type SnapshotEntry,
  snapshotMode,
  textEntry,
} from "#lib/vfs/snapshot.ts";
import type { Chat } from "#lib/workspace/conversation/chat.ts";

export interface ExportNeeds {
  readonly keeping: Keeping;
  readonly typed: Typed;
  readonly tree: Tree;
  readonly chat: Chat;
}

/**
 * Everything that a person has made in a workspace, as a plain zip archive: changed files and unsaved drafts, each
 * source in a folder, and the conversations that this page knows. Needs no room in the browser's storage; `undefined`
 * where there is nothing. Throws `too-many-files` and `cancelled`.
 */
export async function exportChanges(needs: ExportNeeds, options: WriteOptions = {}): Promise<File | undefined> {
  const entries = [...entriesOf(needs)];
  if (entries.length === 0) return undefined;
  return new File([await writeZip(entries, options)], "my-changes.zip", { type: "application/zip" });
}

function* entriesOf(needs: ExportNeeds): Generator<SnapshotEntry, void> {
  const { mounts } = needs.tree.state();
  const { drafts } = needs.typed.state();
  const label = (mountId: string) =>
    mountId === ownMountId ? "workspace" : (mounts.find(({ id }) => id === mountId)?.label ?? mountId);
  const kept = [...(needs.keeping.contents()?.mounts ?? [])];
  const folders = new Map(kept.map(([id], index) => [id, folderName(label(id), index)]));
  for (const [id, { edits }] of kept) yield* editEntries(folders.get(id) ?? "", edits);
  for (const [key, { text }] of drafts) {
    // A key is the mount's id, a colon and a path from the mount's root; or a path alone.
    const colon = key.indexOf(":/");
    const folder = folders.get(key.slice(0, colon)) ?? "workspace";
    yield textEntry(`typed, not saved/${folder}${key.slice(colon + 1)}`, text);
  }
  yield* conversationEntries(needs);
}

/** The conversations, each as a file that can be imported. Those whose messages were never read are stored as they were. */
function* conversationEntries({ chat, keeping }: ExportNeeds): Generator<SnapshotEntry, void> {
  const { conversation, conversationId, branches, conversations } = chat.state();
  const said = grow(branches, conversation.messages);
  const shown = numberOf(said, conversation.messages.at(-1)?.id);
  const kept = keeping.contents()?.conversations;
  for (const [index, head] of conversations.entries()) {
    const whole =
      head.id === conversationId
        ? { head: { ...head, shown }, branches: said }
        : { head, branches: (kept?.get(head.id)?.messages ?? []) as Branches };
    if (whole.branches.length === 0) continue;
    yield textEntry(`conversations/${index + 1}.conversation.json`, JSON.stringify(conversationFile(whole), null, 2));
  }
}

function* editEntries(folder: string, edits: Edits): Generator<SnapshotEntry, void> {
  const deleted: string[] = [];
  for (const [path, edit] of edits) {
    const bytes = editedBytes(edit);
    const mode = isExecutableEdit(edit) ? snapshotMode.executable : snapshotMode.file;
    if (bytes) yield { path: `${folder}${path}`, mode, bytes };
    else deleted.push(path);
  }
  if (deleted.length > 0) yield textEntry(`${folder} (deleted files).txt`, `${deleted.join("\n")}\n`);
}

/** A folder name from a mount's label, without characters that disks refuse. The number makes equal labels distinct. */
function folderName(label: string, index: number): string {
  const plain = label
    .replaceAll(/[\p{C}<>:"/\\|?*]+/gu, "-")
    .replaceAll(/^[-. ]+|[-. ]+$/g, "")
    .slice(0, 60);
  return `${index + 1} ${plain || "source"}`;
}
