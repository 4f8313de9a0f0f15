import type { Attachment } from "#lib/chat/message.ts";
import { describeRead } from "#lib/chat/tools/describe-output.ts";
import { readLines } from "#lib/chat/tools/read-tools.ts";
import { formatBytes } from "#lib/format-count.ts";
import { isBinary } from "#lib/vfs/files.ts";
import { basename } from "#lib/vfs/paths.ts";
import { base64Of, seesAll, shownTypeOf, whyUnseen } from "./sight.ts";

/**
 * The limits of one message. `characters`: of the contents sent to the model, texts and base64 together, in which
 * three bytes are four characters.
 */
const attachmentLimits = { count: 10, characters: 12_000_000 } as const;

export interface AttachedFile {
  /** Path in the workspace, or the name of a file from elsewhere. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isInWorkspace: boolean;
}

/** A file as an attachment, or a sentence why it cannot be one. */
export function attachmentOf({ path, bytes, isInWorkspace }: AttachedFile): Attachment | string {
  const type = shownTypeOf(bytes);
  const unseen = type && whyUnseen(type, bytes.length, seesAll);
  if (unseen !== undefined) return `${path} ${unseen}.`;
  const file = { name: basename(path), bytes: bytes.length, ...(isInWorkspace && { path }) };
  if (type) return { ...file, mediaType: type, data: base64Of(bytes) };
  if (isBinary(bytes)) return `${path} is not text, a picture or a PDF, so no model can read it.`;
  return { ...file, mediaType: "text/plain", text: givenText(bytes, path, isInWorkspace) };
}

/** As much text as one call of the read tool would return, and how to read on where the file is in the workspace. */
function givenText(bytes: Uint8Array, path: string, isInWorkspace: boolean): string {
  const read = readLines(bytes, { path }, path);
  if (!read.truncated || isInWorkspace) return describeRead({ path }, { path, bytes: bytes.length, ...read });
  return `${read.text}\n\n[This is the beginning; the rest is left out, as it is too long.]`;
}

/** Why this number of files cannot be attached, as a sentence; `undefined` where it can. */
export function whyTooMany(count: number): string | undefined {
  return count > attachmentLimits.count ? `A message can have at most ${attachmentLimits.count} files.` : undefined;
}

/** Why no more can be attached, as a sentence; `undefined` where it can. */
export function whyTooMuch(attachments: readonly Attachment[]): string | undefined {
  const { characters } = attachmentLimits;
  const tooMany = whyTooMany(attachments.length);
  if (tooMany !== undefined) return tooMany;
  const all = attachments.reduce((sum, { text = "", data = "" }) => sum + text.length + data.length, 0);
  return all > characters
    ? `Together these files are too large for one message, which takes about ${formatBytes((characters * 3) / 4)}.`
    : undefined;
}
