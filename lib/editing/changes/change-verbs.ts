import type { FileChange } from "#lib/share/changes/file-change.ts";
import type { MountChanges, WriteBack } from "#lib/state/changes.ts";
import type { WriteOptions } from "#lib/upload/write-zip.ts";
import type { Harness } from "#lib/view/harness.ts";
import type { Editing } from "../editing.ts";
import { type ChangesNeeds, changedKeys, ownChanges, revertChange, revertPart } from "./own-changes.ts";
import type { WriteBackNeeds } from "./write-back.ts";

/** Verbs for a person's changes: looking at them, undoing them, and passing them to the source's author. */
export interface ChangeVerbs {
  /** The changes by source. */
  ownChanges(): readonly MountChanges[];
  /** The changed files by `keyInMount`, for marking and counting; a moved one where it is now. */
  changedFiles(): ReadonlySet<string>;
  /** Restores a file from its source; `undoFix` undoes that. `at`: the path at which the source is shown. */
  revertChange(at: string, change: FileChange): Promise<void>;
  /** Sets a file to its text without one part of its changes; `undoFix` undoes that. */
  revertPart(path: string, text: string): Promise<void>;
  /** The changes of a source as a patch for `git apply`. Throws `files-pending`. */
  exportPatch(mountId: string): Promise<File | undefined>;
  /** The changed files of a source. Throws `files-pending`, `too-many-files` and `cancelled`. */
  exportChangedFiles(mountId: string, options?: WriteOptions): Promise<File | undefined>;
  /** Why a site that takes skills would refuse this one, in sentences. `location`: of its SKILL.md. */
  skillObjections(location: string): Promise<readonly string[]>;
  /** A skill's folder as a `.skill` file. Throws as `exportChangedFiles`. */
  exportSkill(location: string, options?: WriteOptions): Promise<File>;
  /**
   * Writes changes into a folder of the disk, on a click. `leavesDiffering`: skips files that differ from the source's
   * instead of refusing. Throws `file-not-written`.
   */
  writeBack(changed: MountChanges, leavesDiffering: boolean): Promise<WriteBack>;
}

interface ChangeVerbNeeds extends ChangesNeeds, Omit<WriteBackNeeds, "chosen"> {
  readonly editing: Editing;
  readonly harness: Harness;
}

/** The code that exports changes is fetched at first use. */
export function changeVerbs(needs: ChangeVerbNeeds): ChangeVerbs {
  const { editing, keeping } = needs;
  const files = () => import("./export-files.ts");
  const writing: WriteBackNeeds = { ...needs, chosen: new Map() };
  return {
    ownChanges: () => ownChanges(needs),
    changedFiles: () => changedKeys(keeping.contents()?.mounts ?? []),
    revertChange: keeping.changing((at, change) => revertChange(editing, at, change)),
    revertPart: keeping.changing((path, text) => revertPart(editing, path, text)),
    exportPatch: async (mountId) => (await files()).exportPatch(needs, mountId),
    exportChangedFiles: async (mountId, options) => (await files()).exportChangedFiles(needs, mountId, options),
    skillObjections: async (location) => (await files()).skillObjections(needs, location),
    exportSkill: async (location, options) => (await files()).exportSkill(needs, location, options),
    writeBack: async (changed, leavesDiffering) =>
      (await import("./write-back.ts")).writeBack(writing, changed, leavesDiffering),
  };
}
