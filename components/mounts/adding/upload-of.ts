import type { Incoming } from "#lib/fetching/incoming.ts";
import { formatCount } from "#lib/format-count.ts";
import { type PickedFile, withoutEnding } from "#lib/upload/pick.ts";

/** Picked files as something to mount, named after their common folder, or after the archives without their extensions. */
export function uploadOf(files: readonly PickedFile[]): Incoming {
  const tops = new Set(files.map(({ path }) => withoutEnding(path.split("/", 1)[0] ?? "")));
  const [top = "upload", ...others] = tops;
  const name = others.length > 0 ? `${top} and ${formatCount(others.length)} more` : top;
  return { kind: "upload", name, files };
}
