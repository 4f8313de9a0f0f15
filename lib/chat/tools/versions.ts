import type { ChatMessage, HarnessOutput } from "#lib/chat/message.ts";
import { harnessOutputOf, textField, toolCallOf } from "#lib/chat/tool-call.ts";
import { memoObject } from "#lib/memo.ts";
import type { Files } from "#lib/vfs/files.ts";

/** The version of each file, by path, that the model has last read or written. Grows during a turn. */
export type SeenVersions = Map<string, string>;

/**
 * Identifies a file's content by its length and a hash of 53 bits (cyrb53). It keeps a model from undoing a person's
 * edits made in the meantime; it does not resist somebody who constructs a collision. Cached by the byte array: a changed
 * file has a new one (`Files.read`).
 */
export const versionOf = memoObject((bytes: Uint8Array): string => {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const byte of bytes) {
    high = Math.imul(high ^ byte, 2654435761);
    low = Math.imul(low ^ byte, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return `${bytes.length}-${(4294967296 * (2097151 & low) + (high >>> 0)).toString(36)}`;
});

/** The version of a text. */
export function versionOfText(text: string): string {
  return versionOf(new TextEncoder().encode(text));
}

/** The file versions that a conversation's messages record. */
export function seenVersions(messages: readonly ChatMessage[]): SeenVersions {
  const seen: SeenVersions = new Map();
  for (const part of messages.flatMap(({ parts }) => parts)) {
    const call = toolCallOf(part);
    if (call?.state !== "done") continue;
    const { path, version } = harnessOutputOf(call.output)?.seen ?? {
      path: textField(call.output, "path"),
      version: textField(call.output, "version"),
    };
    if (path !== undefined && version !== undefined) seen.set(path, version);
  }
  return seen;
}

/** The output with the version of a file added; `seen` records the version too. */
export function asSeen(output: HarnessOutput, path: string, files: Files, seen: SeenVersions): HarnessOutput {
  const bytes = files.read(path);
  if (!bytes) return output;
  const version = versionOf(bytes);
  seen.set(path, version);
  return { ...output, seen: { path, version } };
}
