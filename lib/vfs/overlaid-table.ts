import { createMountTable, type MountPoint, type MountTable } from "./mount-table.ts";
import { createOverlay, type Overlay } from "./overlay.ts";
import type { LinkedFiles } from "./resolve-link.ts";

/** A copy of a tree: what is written to it reaches none of the volumes. */
export interface OverlaidTable {
  readonly files: MountTable<Overlay>;
  /** The overlay over a volume, the same one wherever that is mounted. */
  overlayOf(volume: LinkedFiles): Overlay;
}

export function overlaidTable(points: readonly MountPoint[]): OverlaidTable {
  const overlays = new Map<LinkedFiles, Overlay>();
  const overlayOf = (volume: LinkedFiles) => {
    const overlay = overlays.get(volume) ?? createOverlay(volume);
    overlays.set(volume, overlay);
    return overlay;
  };
  return { files: createMountTable(points.map((point) => ({ ...point, volume: overlayOf(point.volume) }))), overlayOf };
}
