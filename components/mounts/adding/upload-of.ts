import { withoutEnding } from "#lib/upload/archive-files.ts";
import type { PickedFile } from "#lib/upload/folder.ts";
import type { Incoming } from "#lib/workspace/mounts/fetch-source.ts";

/** Picked files as something to mount, called after the folder they begin with, or the archive without its ending. */
export function uploadOf(files: readonly PickedFile[]): Incoming {
  const [top = "upload"] = files[0]?.path.split("/", 1) ?? [];
  return { kind: "upload", name: withoutEnding(top), files };
}
