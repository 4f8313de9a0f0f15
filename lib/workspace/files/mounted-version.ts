import { finish } from "#lib/harness/discovery/discover.ts";
import { editedBytes } from "#lib/vfs/edits.ts";
import { snapshotEntry } from "#lib/vfs/snapshot.ts";
import type { Core } from "#lib/workspace/core.ts";
import { isEditOf, isLink } from "#lib/workspace/tree/file-content.ts";

/**
 * The bytes that the source has for a file whose content a person, a fix or the model has changed; `undefined` where
 * nothing was changed, or the source has no such file.
 */
export function mountedVersion({ table, saver }: Core, path: string): Uint8Array | undefined {
  const place = table.locate(path);
  const mount = saver.contents()?.mounts.get(place?.mountId ?? "");
  const edit = mount?.edits.get(place?.path ?? "");
  if (!place || !mount || !edit) return undefined;
  const mounted = snapshotEntry(mount.base, place.path.slice(1));
  return !mounted || isLink(mounted) || finish(isEditOf(editedBytes(edit), mounted)) ? undefined : mounted.bytes;
}
