import type { QuickFix } from "#lib/harness/rules/types/quick-fix.ts";
import { setState } from "#lib/harness/states/states.ts";
import type { FileWrite } from "#lib/harness/vocabulary/session.ts";
import type { SkillState } from "#lib/harness/vocabulary/states.ts";
import type { SliceState } from "#lib/state/slices.ts";
import type { LastFix } from "#lib/state/state.ts";
import type { RefreshCause } from "#lib/view/harness.ts";
import {
  applyFix,
  type ChangeNeeds,
  type ChangeOptions,
  changeFiles,
  type FileStates,
  mountedVersion,
  revertFile,
  undoFix,
} from "./fixing.ts";
import { type FileEdit, type WriteOptions, writeBytes, writeFiles } from "./write-files.ts";

/**
 * The only way to change files: writes go into edits over the source's snapshot, and the last change of whole files can
 * be undone.
 */
export interface Editing {
  state(): SliceState<"editing">;
  /** As `writeFiles`. */
  write(writes: readonly FileWrite[], cause?: RefreshCause): Promise<void>;
  /** As `writeBytes`. */
  writeBytes(edits: readonly FileEdit[], options?: WriteOptions): Promise<void>;
  /** As `changeFiles`. */
  change(said: Pick<LastFix, "verb" | "label">, after: FileStates, options?: ChangeOptions): Promise<void>;
  /** Changes files as a quick fix says, as an edit of the person's own. */
  applyFix(fix: QuickFix): Promise<void>;
  /** Undoes the last change, except in files that have changed since. */
  undo(): Promise<void>;
  mountedVersion(path: string): Uint8Array | undefined;
  /** Restores the source's content of a changed file. */
  revert(path: string): Promise<void>;
  /** Writes a skill's state into the harness's own state file. It takes effect when that harness would notice. */
  setSkillState(location: string, state: SkillState): Promise<void>;
}

export function createEditing(given: Omit<ChangeNeeds, "last">): Editing {
  const needs: ChangeNeeds = { ...given, last: {} };
  return {
    state: needs.slice.get,
    write: (writes, cause) => writeFiles(needs, writes, cause),
    writeBytes: (edits, options) => writeBytes(needs, edits, options),
    change: (said, after, options) => changeFiles(needs, said, after, options),
    applyFix: (fix) => applyFix(needs, fix),
    undo: () => undoFix(needs),
    mountedVersion: (path) => mountedVersion(needs, path),
    revert: (path) => revertFile(needs, path),
    setSkillState: (location, state) => setSkillState(needs, location, state),
  };
}

async function setSkillState(needs: ChangeNeeds, location: string, state: SkillState): Promise<void> {
  const { harness } = needs;
  const session = harness.session();
  const skill = session.discovery.skills.find((each) => each.location === location);
  const change = skill && setState(harness.profile(), session, { skill, state });
  if (!change) return;
  if (!change.restarts) harness.keepStates(change.states);
  await writeFiles(needs, change.writes, change.restarts ? "load" : "disk");
}
