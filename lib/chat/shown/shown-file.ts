import type { ReadFileOutput } from "#lib/chat/message.ts";
import { sightOf } from "#lib/chat/model-choice.ts";
import type { ChatHost } from "#lib/chat/session.ts";
import { versionOf } from "#lib/chat/tools/versions.ts";
import { type ShownType, shownTypes, whyUnseen } from "./sight.ts";

/** A picture or PDF that a tool has read: the text for the model, and the file itself where the model can see it. */
export interface ShownFile {
  readonly text: string;
  readonly file?: { readonly type: ShownType; readonly content: Uint8Array };
}

/**
 * A picture or PDF as the model is shown it. The conversation keeps no copy: a file whose content has changed since is
 * not the one that was read, and is not shown in its place.
 */
export function shownFile(
  host: Pick<ChatHost, "files" | "models">,
  { path, bytes, version, shown }: ReadFileOutput,
): ShownFile {
  const type = shownTypes.find((known) => known === shown);
  const content = host.files().read(path);
  if (!type || !content || versionOf(content) !== version)
    return { text: `[${path} is not what it was when it was read; read it again.]` };
  const unseen = whyUnseen(type, bytes, sightOf(host.models()));
  if (unseen !== undefined) return { text: `[${path} ${unseen}.]` };
  return { text: `[${path}: ${type}, ${bytes} bytes, shown in the message after this.]`, file: { type, content } };
}
