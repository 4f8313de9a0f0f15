import type { MountTree } from "#lib/stage/mount-tree.ts";
import { planInstall } from "#lib/stage/place-plugins.ts";
import { installedSkills } from "#lib/stage/placement.ts";
import { type Changing, type Core, currentProfile } from "#lib/workspace/core.ts";
import type { Mount } from "#lib/workspace/state/mount.ts";
import type { Incoming } from "./fetch-source.ts";
import { chooseSkills, installSkills, tryOut } from "./installing.ts";
import { readAgain } from "./live-mounts.ts";
import { dropActivity, mountIncoming, retryMount } from "./mounting.ts";
import { moveMount, pinMount, placeMount, undoMount, unmount } from "./placing.ts";
import type { ChoiceGroup } from "./source-skills.ts";
import { skillChoices } from "./source-skills.ts";

export interface SkillCount {
  readonly all: number;
  readonly installed: number;
}

/** What is done with mounts: the sources that are open, and where they stand. */
export interface MountActions {
  /** Fetches, verifies and mounts a source, picked files or pasted text. */
  mount(incoming: Incoming): Promise<void>;
  /** Ends the mount under way or, where there is none, the coming of contents; what has come stays. */
  cancelMount(): void;
  retryMount(): Promise<void>;
  /** Ends what `activity` tells, and with it what it offers. */
  dismissFailure(): void;
  /** Takes a mount out, with its edits, which `undoMount` takes back. */
  unmount(mountId: string): Promise<void>;
  /** Takes back the last unmounting or update, as long as `activity` offers it. */
  undoMount(): Promise<void>;
  /** Moves a mount by so many places among the others. */
  moveMount(mountId: string, by: number): Promise<void>;
  /** Holds a repository at its commit, or lets it follow its branch or tag again. */
  pinMount(mountId: string, isToBePinned: boolean): Promise<void>;
  placeMount(mountId: string, as: "project" | "install", scope: "project" | "home"): Promise<void>;
  /** Reads the folder that a mount follows again; from a click, so that a lapsed permission can be asked for. */
  readAgain(mountId: string): Promise<void>;
  /** How many skills a mount offers and how many of them are installed. */
  countSkills(mountId: string): SkillCount;
  /** The skills of a mount to choose from. Reads them all: for a dialog, not for every render. */
  skillChoices(mountId: string): readonly ChoiceGroup[];
  /**
   * Installs a skill that lies where the harness does not look, for this harness, and puts a sample request
   * into the message box; `undoMount` takes it back. Of a loaded skill only the latter. `location`: of its SKILL.md; `said`:
   * the line that asked for it, which is kept.
   */
  tryOut(location: string, said?: string): Promise<void>;
  /** Installs these skills (paths of `SkillChoice`) besides those that are; `undoMount` takes it back. */
  installSkills(mountId: string, paths: readonly string[]): Promise<void>;
  /** Installs these (paths of `SkillChoice`) and no others; `undefined` for all. */
  chooseSkills(mountId: string, chosen: readonly string[] | undefined): Promise<void>;
}

/** The verbs of mounts. @param changing refuses what a read-only tab may not do */
export function mountActions(core: Core, changing: Changing): MountActions {
  return {
    mount: changing((incoming) => mountIncoming(core, incoming)),
    cancelMount: () => {
      if (core.mounting) core.mounting.abort();
      else for (const { stopping } of core.arrivals.values()) stopping.abort();
    },
    retryMount: changing(() => retryMount(core)),
    dismissFailure: () => dropActivity(core),
    unmount: changing((mountId) => unmount(core, mountId)),
    undoMount: changing(() => undoMount(core)),
    moveMount: changing((mountId, by) => moveMount(core, mountId, by)),
    pinMount: changing((mountId, isToBePinned) => pinMount(core, mountId, isToBePinned)),
    placeMount: changing((mountId, as, scope) => placeMount(core, mountId, as, scope)),
    readAgain: changing((mountId) => readAgain(core, mountId, true)),
    countSkills: (mountId) => {
      const { mount, tree } = mounted(core, mountId);
      return tree && mount
        ? { all: tree.skillFiles.length, installed: countInstalled(core, mount, tree) }
        : { all: 0, installed: 0 };
    },
    skillChoices: (mountId) => {
      const { mount, tree } = mounted(core, mountId);
      return tree && mount ? skillChoices(currentProfile(core), tree, mount.label) : [];
    },
    tryOut: changing((location, said) => tryOut(core, location, said)),
    installSkills: changing((mountId, paths) => installSkills(core, mountId, paths)),
    chooseSkills: changing((mountId, chosen) => chooseSkills(core, mountId, chosen)),
  };
}

/** How many skills of a mount are installed, those of its plugins included. */
function countInstalled(core: Core, mount: Mount, tree: MountTree): number {
  const profile = currentProfile(core);
  const { plugins, plain } = planInstall(profile, mount, tree, installedSkills(profile, mount, tree));
  return new Set([...plugins.flatMap(({ skills }) => skills), ...plain]).size;
}

/** A mount and its files, which are missing where they did not survive. */
function mounted({ store, trees }: Core, mountId: string) {
  return { mount: store.getState().mounts.find(({ id }) => id === mountId), tree: trees.get(mountId) };
}
