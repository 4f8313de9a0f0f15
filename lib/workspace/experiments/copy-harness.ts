import { finish } from "#lib/async/steps.ts";
import { profileFor, windowOf } from "#lib/chat/model-choice.ts";
import type { ChatHost } from "#lib/chat/session.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Models } from "#lib/models/models.ts";
import { deriveView, type HarnessView } from "#lib/stage/derive-view.ts";
import { place } from "#lib/stage/place.ts";
import type { Conditions, TrialWrite } from "#lib/state/experiments.ts";
import type { Tree } from "#lib/tree/tree.ts";
import type { Location, MountTable } from "#lib/vfs/mount-table.ts";
import { overlaidTable } from "#lib/vfs/overlaid-table.ts";
import type { Overlay } from "#lib/vfs/overlay.ts";
import { dirname } from "#lib/vfs/paths.ts";
import type { Harness } from "#lib/view/harness.ts";
import { scan } from "#lib/view/scan.ts";
import { harnessHost } from "#lib/workspace/conversation/chat-host.ts";
import { copyWriting } from "./copy-writing.ts";

export interface CopyNeeds {
  readonly models: Models;
  readonly tree: Tree;
  readonly harness: Harness;
}

/** A freshly started harness over a copy of the workspace's files: writes never reach the workspace. */
export interface HarnessCopy {
  readonly profile: Profile;
  /** The harness's view of the files, including those that it has noticed since. */
  view(): HarnessView;
  session(): Session;
  readonly files: Pick<MountTable, "locate">;
  readonly host: ChatHost;
  /** The written files, once each, with their previous contents. */
  writes(): readonly TrialWrite[];
}

/**
 * Starts the harness of these conditions, with the mounted sources placed as it would place them. Copying costs
 * nothing: files are shared until they are written. Runs in slices.
 * @throws FailureError `cancelled` once `signal` is aborted
 */
export async function copyHarness(needs: CopyNeeds, conditions: Conditions, signal: AbortSignal): Promise<HarnessCopy> {
  await needs.tree.whenBundled();
  const { profileId, choice } = conditions;
  const profile = profileFor(profileById(profileId), { choice });
  const models = { ...needs.models.state().models, choice };
  const window = windowOf(models);
  const copied = copyFiles(needs, conditions);

  async function load(): Promise<HarnessView> {
    const isCurrent = needs.harness.state().profileId === profileId;
    const noSkills = isCurrent && needs.harness.state().noSkills;
    return scan(deriveView({ profile, ...copied, mountNotices: [], noSkills, window }), signal);
  }
  let view = await load();
  const session = (): Session => {
    const { discovery, states, whyOff } = view;
    return { files: copied.files, place, discovery, states, whyOff, window };
  };

  const writing = copyWriting(profile, copied.files, session, async () => {
    view = await load();
  });
  const harness = { profile: () => profile, session, catalog: () => view.catalog };
  return {
    profile,
    view: () => view,
    session,
    files: copied.files,
    host: {
      ...harnessHost(harness, () => writing.tools),
      models: () => models,
      blocked: () => needs.models.blocked(choice),
    },
    writes: writing.writes,
  };
}

interface CopiedFiles {
  readonly files: MountTable<Overlay>;
  readonly skillFiles: readonly string[];
}

function copyFiles(needs: CopyNeeds, { profileId, without, instead }: Conditions): CopiedFiles {
  const { points, skillFiles } = finish(needs.tree.placedFor(profileById(profileId)));
  const { files, overlayOf } = overlaidTable(points);
  const edited = instead && needs.tree.table().locate(instead.path, "follow");
  if (edited) overlayOf(edited.volume).write(edited.path, new TextEncoder().encode(instead.text));
  if (without === undefined) return { files, skillFiles };
  for (const { volume, path } of placesOfSkill(needs, without)) overlayOf(volume).remove(path);
  return { files, skillFiles: skillFiles.filter((path) => files.lstat(path)) };
}

/** The places of a skill and of all others with its name, one of which would otherwise take its place. */
function placesOfSkill(needs: CopyNeeds, location: string): readonly Location[] {
  const { candidates } = needs.harness.state().view.discovery;
  const name = candidates.find((candidate) => candidate.location === location)?.skill?.name;
  const same = candidates.filter(({ location: other, skill }) => other === location || (name && skill?.name === name));
  return same.flatMap(({ location: at, skill }) => {
    const found = needs.tree.table().locate(skill?.singleFile ? at : dirname(at), "keep");
    // A source may be a single skill, and its root cannot be removed.
    return (found?.path === "/" ? needs.tree.table().locate(at, "keep") : found) ?? [];
  });
}
