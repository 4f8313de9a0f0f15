import { endpointOf } from "#lib/chat/model-choice.ts";
import { type ChangeVerbs, changeVerbs } from "#lib/editing/changes/change-verbs.ts";
import { type FileVerbs, fileVerbs } from "#lib/editing/file-verbs.ts";
import { failureOrThrow, ignoreFailure } from "#lib/failure.ts";
import { usualHarness } from "#lib/keeping/usual-harness.ts";
import { keptModels } from "#lib/models/kept-models.ts";
import { askServer, type Models } from "#lib/models/models.ts";
import { joinedRoom, onKeptRooms } from "#lib/room/kept-rooms.ts";
import { createRuns, type RunVerbs } from "#lib/runs/runs.ts";
import { openStorage } from "#lib/storage/persistence.ts";
import { openChannel } from "#lib/storage/workspace-channel.ts";
import type { SelectionVerbs } from "#lib/tree/selected.ts";
import type { HarnessVerbs } from "#lib/view/harness.ts";
import { createBasicParts, type OpenedWorkspace } from "./basic-parts.ts";
import type { ChatVerbs } from "./conversation/chat-verbs.ts";
import type { ConversationVerbs } from "./conversation/conversation-verbs.ts";
import { type ModelVerbs, modelVerbs } from "./conversation/model-verbs.ts";
import { type ExperimentVerbs, experimentVerbs } from "./experiments/experiment-verbs.ts";
import { createExperiments } from "./experiments/experiments.ts";
import type { RoomNeeds } from "./lesson/attend-room.ts";
import { type LessonVerbs, lessonVerbs, type RoomVerbs, roomVerbs } from "./lesson/lesson-verbs.ts";
import { createLessons } from "./lesson/lessons.ts";
import { createRooms } from "./lesson/rooms.ts";
import type { RunNeeds } from "./lesson/run-lesson.ts";
import type { Visit } from "./opening/arrival.ts";
import { createOpening, type KeepingVerbs, type LinkVerbs } from "./opening/opening.ts";
import { type MountVerbs, mountVerbs } from "./sources/mount-verbs.ts";
import { type TryOutVerb, tryOutVerb } from "./sources/try-out.ts";
import { type UpdateVerbs, updateVerbs } from "./sources/update-verbs.ts";

/** The workspace of a lab. */
export type Workspace = OpenedWorkspace<WorkspaceActions>;

/**
 * Everything that a person can do in a workspace. Failures become state (`activity`, `conversation`, `storage`); no
 * verb rejects for a reason outside the program. While another tab saves the workspace, verbs that would change it are
 * refused, and `storage` says so.
 */
export interface WorkspaceActions
  extends SelectionVerbs,
    HarnessVerbs,
    FileVerbs,
    MountVerbs,
    ChangeVerbs,
    UpdateVerbs,
    ChatVerbs,
    ConversationVerbs,
    ModelVerbs,
    ExperimentVerbs,
    LessonVerbs,
    RoomVerbs,
    RunVerbs,
    LinkVerbs,
    KeepingVerbs,
    TryOutVerb {}

/**
 * Opens the workspace of an address: the stored one, or a new one from its source. Returns at once; progress shows in
 * the store. Close it with `close()`.
 */
export function openWorkspace(visit: Visit): Workspace {
  performance.mark("workspace opened");
  const closing = new AbortController();
  const { signal: closed } = closing;
  const channel = openChannel(visit.path);
  const storage = openStorage();
  // A failure to open the storage is handled at its first use, which may be a moment later.
  storage.catch(() => undefined);
  const basic = createBasicParts(
    {
      id: visit.path,
      losses: visit.losses,
      chosen: keptModels(),
      usual: usualHarness(),
      storage,
      onSaved: () => channel.post("saved"),
      closed,
    },
    createRuns,
  );
  const { store, slices, keeping, models, selected, typed, tree, activity, harness } = basic;
  const { editing, composer, runs, chat, sources } = basic;
  const { deliveries, folders } = sources;
  const experiments = createExperiments({ slice: slices.experiments, keeping });
  const lessons = createLessons({ slice: slices.lesson, keeping });
  const rooms = createRooms({ slice: slices.room });
  const attending: RoomNeeds = { rooms, lessons, tree, harness, selected, keeping, store, closed };
  const opening = createOpening({ ...basic, slice: slices.opening, experiments, lessons, visit, channel, closed });
  void askServer(models, closed);
  restoreKey(models);
  watchForLesson({ lessons, tree, harness, chat, keeping, store, closed }, attending);
  return {
    store,
    actions: {
      ...selected.verbs,
      ...harness.verbs,
      ...chat.verbs,
      ...chat.conversationVerbs,
      ...opening.verbs,
      ...fileVerbs({ tree, selected, typed, models, harness, editing, keeping, closed }),
      ...mountVerbs({ sources, deliveries, folders, tree, typed, activity, harness, models, keeping }),
      ...changeVerbs({ tree, deliveries, folders, harness, editing, keeping }),
      ...updateVerbs({ tree, typed, activity, deliveries, harness, keeping }),
      ...modelVerbs(models, harness),
      ...experimentVerbs({ tree, models, harness, editing, experiments, keeping, closed }),
      ...lessonVerbs({ lessons, tree, harness, editing, composer, chat, folders, keeping, closed }),
      ...roomVerbs(attending),
      ...runs.verbs,
      ...tryOutVerb({ selected, tree, activity, harness, editing, composer, keeping }),
    },
    chatHost: chat.host,
    close: async () => {
      chat.endTurn();
      closing.abort();
      await opening.giveBack();
      // Closed only now: the last save is announced to the other tabs through it.
      channel.close();
    },
  };
}

/**
 * Loads the code that runs lessons once a mount is a lesson's project; where loading fails, again at the next change.
 */
function watchForLesson(needs: RunNeeds, attending: RoomNeeds): void {
  let isFetching = false;
  const stop = needs.store.subscribe(({ mounts }) => {
    if (isFetching || !mounts.some(({ lesson }) => lesson)) return;
    isFetching = true;
    const run = ({ runLesson }: typeof import("./lesson/run-lesson.ts")) => {
      stop();
      if (needs.closed.aborted) return;
      runLesson(needs);
      watchForRoom(attending);
      // Ahead, as an answer that is given where the network has failed meanwhile would not count.
      void import("./lesson/perform-verb.ts").catch(ignoreFailure);
    };
    import("./lesson/run-lesson.ts").then(run).catch((caught: unknown) => {
      failureOrThrow(caught);
      isFetching = false;
    });
  });
}

/**
 * Loads the code of live rooms once this browser is in one, which few are; it may be joined in another tab. Where the
 * code cannot be loaded, the lesson goes on without it.
 */
function watchForRoom(attending: RoomNeeds): void {
  const look = () => {
    if (!joinedRoom()) return;
    stop();
    void import("./lesson/attend-room.ts").then(({ attendRoom }) => attendRoom(attending)).catch(ignoreFailure);
  };
  const stop = onKeptRooms(look);
  attending.closed.addEventListener("abort", stop);
  look();
}

/** Restores the remembered key of the chosen model. Where the model needs no key, no code is loaded. */
function restoreKey(models: Models): void {
  if (endpointOf(models.state().models.choice) === undefined) return;
  // The settings load the code again, and report it where they cannot.
  void import("#lib/models/model-keys.ts").then((keys) => keys.restoreKey(models)).catch(ignoreFailure);
}
