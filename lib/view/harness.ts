import { inSlices, nextTask } from "#lib/async/slices.ts";
import { finish } from "#lib/async/steps.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import { profileFor, windowOf } from "#lib/chat/model-choice.ts";
import type { ModelSettings } from "#lib/chat/model-settings.ts";
import { workedOn } from "#lib/chat/reads.ts";
import { failureOf } from "#lib/failure.ts";
import { awaitsFiles } from "#lib/harness/catalog/waiting.ts";
import type { ScanSteps } from "#lib/harness/discovery/read-skills.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { bringsSkills } from "#lib/harness/roots/roots.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Place } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { States } from "#lib/harness/vocabulary/states.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import type { Models } from "#lib/models/models.ts";
import type { Comparison } from "#lib/report/compare/comparison.ts";
import { deriveView } from "#lib/stage/derive-view.ts";
import type { MountTree } from "#lib/stage/mount-tree.ts";
import { openingHarness } from "#lib/stage/opening-harness.ts";
import { candidatesNow } from "#lib/stage/pending.ts";
import { isBundled, place } from "#lib/stage/place.ts";
import { bundledMountId } from "#lib/stage/placement.ts";
import { skillFolders } from "#lib/stage/skill-folders.ts";
import type { Mount } from "#lib/state/mount.ts";
import type { Slice, SliceState, Together } from "#lib/state/slices.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { createMountTable, type MountTable } from "#lib/vfs/mount-table.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import type { Volume } from "#lib/vfs/volume.ts";
import { type CompareOptions, compareHarnesses } from "./compare-harnesses.ts";
import { scan } from "./scan.ts";

/** Whether the harness restarts, or only the tree changed while it runs. */
export type RefreshCause = "load" | "disk";

export interface HarnessVerbs {
  chooseProfile(profileId: string): Promise<void>;
  reloadSkills(): Promise<void>;
  /** Restarts the harness, with or without its switch that turns skills off. */
  setNoSkills(noSkills: boolean): Promise<void>;
  /** What every harness would make of the mounted sources now; `undefined` when cancelled. */
  compareHarnesses(options?: CompareOptions): Promise<Comparison | undefined>;
}

/** The chosen harness over the tree: its results are computed here, and never stored. */
export interface Harness {
  readonly verbs: HarnessVerbs;
  state(): SliceState<"harness">;
  /** The profile for the chosen model: some models are told differently than others. */
  profile(): Profile;
  /** The current input of the engine for interpreting a line or changing a state. */
  session(): Session;
  /** Where the harness runs, including what the conversation has touched where its rules need that. */
  placeNow(): Place;
  /**
   * Shows the tree and the harness's view of it, together, after any change. Parsing runs in slices first, so that
   * 2,000 skills never block the page; of several calls only the newest shows anything.
   */
  refresh(cause: RefreshCause): Promise<void>;
  /** Shows contents that have arrived, which do not change the harness's results. */
  showContents(): void;
  /** Changes the harness: its roots, rules and texts apply at once, as if it had just been started here. */
  choose(profileId: string): Promise<void>;
  /** Only sets the choice; call `refresh` afterwards. Clears `openedFor`, unless that is given. */
  put(chosen: Pick<SliceState<"harness">, "profileId"> & Partial<SliceState<"harness">>): void;
  /**
   * Chooses the harness for which a source is made, unless a link, a lesson or the person has chosen one. Call
   * `refresh` afterwards. Rejects with `cancelled` once `signal` is aborted.
   */
  openFor(tree: MountTree, source: OpenedSource, signal: AbortSignal): Promise<void>;
  /**
   * Gives the running harness the new states directly, because it would read them from its files only at its next
   * start.
   */
  keepStates(states: States): void;
  /**
   * Sets another model. A harness's texts, and the room in its catalog, depend on the model's name and context window.
   */
  answerBy(models: ModelSettings): Promise<void>;
  compare(options?: CompareOptions): Promise<Comparison | undefined>;
}

export interface OpenedSource {
  /** Id of the harness for which the source was made. */
  readonly madeFor?: string | undefined;
  /** Whether the source is a lesson, which opens in the same harness for everybody in a class, without a notice. */
  readonly isLesson: boolean;
}

export interface HarnessNeeds {
  readonly slice: Slice<"harness">;
  readonly tree: Tree;
  readonly models: Models;
  readonly keeping: Keeping;
  /** Id of the person's usual harness. */
  readonly usual?: string | undefined;
  /** The messages of the conversation on show. */
  readonly messages: () => readonly ChatMessage[];
  readonly together: Together;
  readonly closed: AbortSignal;
}

export function createHarness(needs: HarnessNeeds): Harness {
  const { slice, keeping, models, tree, closed } = needs;
  const profile = () => profileNow(needs);
  const refresh = refreshing(needs);
  const compare = (options?: CompareOptions) =>
    compareHarnesses({ tree, models, noSkills: slice.get().noSkills, closed }, options);
  keeping.include({
    state: () => {
      const { profileId, noSkills, openedFor, heldHarnesses } = slice.get();
      return { profileId, noSkills, heldHarnesses, ...(openedFor && { openedFor }) };
    },
  });
  let isChosen = false;
  async function start(chosen: Partial<SliceState<"harness">>): Promise<void> {
    isChosen ||= chosen.profileId !== undefined;
    slice.set({ ...chosen, ...(chosen.profileId !== undefined && { openedFor: undefined }) });
    const saved = keeping.saveMeta();
    await refresh("load");
    await saved;
  }
  const choose = (profileId: string) => start({ profileId });
  return {
    state: slice.get,
    profile,
    session: () => sessionNow(needs),
    placeNow: () => placeNow(needs),
    refresh,
    showContents: () => tree.showContents(createMountTable(finish(tree.placedFor(profile())).points)),
    choose,
    put: (chosen) => {
      isChosen = true;
      slice.set({ openedFor: undefined, ...chosen });
    },
    openFor: async (source, { madeFor, isLesson }, signal) => {
      if (isChosen) return;
      const usual = isLesson ? undefined : needs.usual;
      const opening = await inSlices(openingHarness(source, { madeFor, usual }), { signal });
      slice.set({ heldHarnesses: opening.held });
      // The person may have chosen one meanwhile.
      if (isChosen) return;
      isChosen = true;
      slice.set({ profileId: opening.profile.id, openedFor: isLesson ? undefined : opening.why });
    },
    keepStates: (states) => slice.set({ view: { ...slice.get().view, states } }),
    answerBy: async (settings) => {
      const before = { window: windowOf(models.state().models), profile: profile() };
      models.choose(settings);
      if (windowOf(settings) !== before.window || profile() !== before.profile) await keeping.tracked(refresh("disk"));
    },
    compare,
    verbs: {
      chooseProfile: keeping.changing(choose),
      reloadSkills: () => keeping.tracked(refresh("load")),
      setNoSkills: keeping.changing((noSkills) => start({ noSkills })),
      compareHarnesses: compare,
    },
  };
}

/** The profile of the chosen harness for the chosen model. */
function profileNow({ slice, models }: Pick<HarnessNeeds, "slice" | "models">): Profile {
  return profileFor(profileById(slice.get().profileId), models.state().models);
}

function sessionNow({ slice, tree, models }: HarnessNeeds): Session {
  const { discovery, states, whyOff, place: at } = slice.get().view;
  return { files: tree.state().files, place: at, discovery, states, whyOff, window: windowOf(models.state().models) };
}

function placeNow({ slice, messages }: HarnessNeeds): Place {
  const profile = profileById(slice.get().profileId);
  return awaitsFiles(profile) ? { ...place, ...workedOn(messages(), place) } : place;
}

/** Creates the `refresh` of one workspace. */
function refreshing(needs: HarnessNeeds): Harness["refresh"] {
  const { slice, tree, together, closed } = needs;
  /** Aborts the previous refresh, whose result is not wanted any more. */
  let version = new AbortController();
  /** Whether a start of the harness has not been shown yet: a later refresh that aborts it starts the harness itself. */
  let owesLoad = false;
  return async (cause) => {
    await tree.whenBundled();
    // First React draws the change that caused this, in a task of its own.
    await nextTask();
    version.abort();
    version = new AbortController();
    const { signal } = version;
    owesLoad ||= cause === "load";
    const isLoad = owesLoad;
    try {
      const { files, ...derived } = await scan(seen(needs, isLoad), AbortSignal.any([closed, signal]));
      if (signal.aborted) return;
      if (isLoad) owesLoad = false;
      together(() => {
        slice.set(derived);
        tree.show(files);
      });
    } catch (caught) {
      if (!signal.aborted || failureOf(caught)?.code !== "cancelled") throw caught;
    }
  };
}

/** The tree as the harness has it, what it makes of it, and how the list of skills groups that. */
function* seen(
  needs: HarnessNeeds,
  isLoad: boolean,
): ScanSteps<Pick<SliceState<"harness">, "view" | "folders"> & { readonly files: MountTable<Volume> }> {
  const { slice, tree, models } = needs;
  const { noSkills, view: running } = slice.get();
  const { mounts } = tree.state();
  const profile = profileNow(needs);
  const { points, skillFiles, notices } = yield* tree.placedFor(profile);
  const files = createMountTable(points);
  const mountNotices = [
    ...notices,
    ...(bringsSkills(profile) ? tree.noticesOf(bundledMountId) : []),
    ...mounts.flatMap((mount) => findingsOf(tree, mount)),
  ];
  const window = windowOf(models.state().models);
  const input = { profile, files, place: placeNow(needs), skillFiles, mountNotices, noSkills, window };
  const view = yield* deriveView(isLoad ? input : { ...input, running });
  const own = candidatesNow(view).flatMap(({ location }) => (isBundled(profile, location) ? [] : [location]));
  const bare = mounts.filter(
    ({ id }) =>
      tree.grown(id)?.skillFiles.length === 0 && !own.some((location) => files.locate(location)?.mountId === id),
  );
  return {
    files,
    view: { ...view, problems: [...view.problems, ...bare.map(holdsNone)] },
    folders: yield* skillFolders(files, mounts, own),
  };
}

/** The findings about a whole mount, by the paths at which they are shown. */
function findingsOf(tree: Tree, { id, at }: Mount): readonly Notice[] {
  return tree.noticesOf(id).map((notice) => ({ ...notice, path: joinPath(at, notice.path) }));
}

function holdsNone({ at, label }: Mount): Notice {
  return { code: "no-skills", severity: "info", path: at, data: { source: label } };
}
