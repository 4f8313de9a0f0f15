import { finish } from "#lib/async/steps.ts";
import type { Incoming } from "#lib/fetching/incoming.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Models } from "#lib/models/models.ts";
import type { Way } from "#lib/report/compare/headline.ts";
import type { MountTree } from "#lib/stage/mount-tree.ts";
import { plannedChoices } from "#lib/stage/place-plugins.ts";
import { installOf } from "#lib/stage/placement.ts";
import { type ChoiceGroup, skillChoices } from "#lib/stage/source-skills.ts";
import type { Mount } from "#lib/state/mount.ts";
import { isInside } from "#lib/vfs/paths.ts";
import { chooseSkills, type InstallNeeds, installSkills } from "./installing.ts";
import { chooseWay, moveMount, type PlacingNeeds, pinMount, unmount } from "./placing.ts";
import type { ReportMountOptions } from "./report-mount.ts";
import type { Sources } from "./sources.ts";

export interface SkillCount {
  readonly all: number;
  readonly installed: number;
}

/** Verbs for mounts: the open sources and their places. */
export interface MountVerbs {
  /** Fetches, verifies and mounts a source, picked files or pasted text. */
  mount(incoming: Incoming): Promise<void>;
  /** Cancels the mount under way or, where there is none, the transfer of contents; what has arrived stays. */
  cancelMount(): void;
  retryMount(): Promise<void>;
  /** Dismisses what `activity` reports, and with it what it offers. */
  dismissFailure(): void;
  /** Removes a mount with its edits; `undoMount` restores both. */
  unmount(mountId: string): Promise<void>;
  /** Undoes the last unmounting or update, as long as `activity` offers it. */
  undoMount(): Promise<void>;
  /** Moves a mount by this many places among the others. */
  moveMount(mountId: string, by: number): Promise<void>;
  /** Pins a repository to its commit, or lets it follow its branch or tag again. */
  pinMount(mountId: string, isToBePinned: boolean): Promise<void>;
  placeMount(mountId: string, as: "project" | "install", scope: "project" | "home"): Promise<void>;
  /** Counts the skills of all sources as they lie in the source, or as installed. Saved with the workspace. */
  chooseWay(way: Way): Promise<void>;
  /** Reads the folder that a mount follows again; on a click, so that a lapsed permission can be requested. */
  readAgain(mountId: string): Promise<void>;
  /** The number of skills that a mount offers, and of those that are installed. */
  /** Those count as installed that are: of two skills that need the same folder, the later one is not. */
  countSkills(mountId: string): SkillCount;
  /** The skills of a mount to choose from. Reads them all: for a dialog, not for every render. */
  skillChoices(mountId: string): readonly ChoiceGroup[];
  /** Installs these skills (paths of `SkillChoice`) in addition to the installed ones; `undoMount` undoes it. */
  installSkills(mountId: string, paths: readonly string[]): Promise<void>;
  /** Installs these (paths of `SkillChoice`) and no others; `undefined` for all. */
  chooseSkills(mountId: string, chosen: readonly string[] | undefined): Promise<void>;
  /** The report on one mount, part by part. Rejects with a `FailureError`, `cancelled` among them. */
  reportMount(mountId: string, options: ReportMountOptions): Promise<void>;
  /**
   * Fetches files again that are lost (`missing`) or have not arrived (`deliveries`), of all mounts whose source has an
   * address.
   */
  fetchMissing(): Promise<void>;
}

interface MountVerbNeeds extends PlacingNeeds, InstallNeeds {
  readonly sources: Sources;
  readonly models: Models;
}

export function mountVerbs(needs: MountVerbNeeds): MountVerbs {
  const { sources, activity, folders, tree, harness } = needs;
  const { changing } = needs.keeping;
  return {
    mount: changing((incoming) => sources.mount(incoming)),
    cancelMount: sources.cancel,
    retryMount: changing(activity.retry),
    dismissFailure: activity.drop,
    unmount: changing((mountId) => unmount(needs, mountId)),
    undoMount: changing(activity.undo),
    moveMount: changing((mountId, by) => moveMount(needs, mountId, by)),
    pinMount: changing((mountId, isToBePinned) => pinMount(needs, mountId, isToBePinned)),
    placeMount: changing(sources.placeMount),
    chooseWay: changing((way) => chooseWay(needs, way)),
    readAgain: changing((mountId) => folders.readAgain(mountId, true)),
    countSkills: (mountId) => {
      const [mount, grown] = [tree.mountOf(mountId), tree.grown(mountId)];
      if (!mount || !grown) return { all: 0, installed: 0 };
      const count = countSkills(harness.profile(), mount, grown);
      const isLeft = ({ code, path }: Notice) => code === "not-installed" && isInside(mount.at, path);
      return { ...count, installed: count.installed - harness.state().view.problems.filter(isLeft).length };
    },
    skillChoices: (mountId) => {
      const [mount, grown] = [tree.mountOf(mountId), tree.grown(mountId)];
      return grown && mount ? skillChoices(harness.profile(), grown, mount.label) : [];
    },
    installSkills: changing((mountId, paths) => installSkills(needs, mountId, paths)),
    chooseSkills: changing((mountId, chosen) => chooseSkills(needs, mountId, chosen)),
    reportMount: async (...given) => (await import("./report-mount.ts")).reportMount(needs, ...given),
    fetchMissing: changing(sources.fetchMissing),
  };
}

/** The number of skills that a mount offers to choose from, and of those that are to be installed, including those of its plugins. */
function countSkills(profile: Profile, mount: Mount, grown: MountTree): SkillCount {
  const { chosen: _, ...whole } = mount;
  const { plugins } = finish(installOf(profile, { ...whole, as: "install" }, grown));
  const commands = new Set(plugins.flatMap((plugin) => plugin.commands));
  const installed = plannedChoices(finish(installOf(profile, mount, grown)));
  return { all: grown.skillFiles.length + commands.size, installed: installed.length };
}
