import type { PickedFile } from "#lib/upload/folder.ts";
import type { Incoming } from "#lib/workspace/fetch-source.ts";

/** Picked files as something to mount, called after the folder they begin with. */
export function uploadOf(files: readonly PickedFile[]): Incoming {
  return { kind: "upload", name: files[0]?.path.split("/", 1)[0] ?? "upload", files };
}
