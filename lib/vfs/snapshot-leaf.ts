import type { Leaf } from "./path-index.ts";
import { type SnapshotEntry, snapshotMode } from "./snapshot.ts";

const decoder = new TextDecoder();

/** What a snapshot's entry is in a tree. */
export function leafOf({ mode, bytes }: SnapshotEntry): Leaf {
  if (mode === snapshotMode.link) {
    return { stat: { kind: "link", size: 0, executable: false, target: decoder.decode(bytes) } };
  }
  return { stat: { kind: "file", size: bytes.length, executable: mode === snapshotMode.executable }, bytes };
}
