import { endpointOf, type ServerOffer } from "#lib/chat/model-settings.ts";
import { failureOf } from "#lib/failure.ts";
import { joinedRoom } from "#lib/room/kept-rooms.ts";
import { openStorage } from "#lib/storage/persistence.ts";
import { openChannel } from "#lib/storage/workspace-channel.ts";
import { createWorkspaceChat } from "#lib/workspace/conversation/workspace-chat.ts";
import type { Visit } from "#lib/workspace/opening/arrival.ts";
import { electWriter } from "#lib/workspace/opening/writer-election.ts";
import { watchFolders } from "#lib/workspace/sources/live-mounts.ts";
import { bindActions } from "./actions.ts";
import type { Core } from "./core.ts";
import { createCore } from "./create-core.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Opens the workspace of an address: the stored one, or a new one from its source. Returns at once;
 * what happens shows in the store. Close it with `close()`.
 */
export function openWorkspace(visit: Visit): Workspace {
  performance.mark("workspace opened");
  const closing = new AbortController();
  const channel = openChannel(visit.path);
  const storage = openStorage();
  // A failure to open it is handled where the storage is first used, which may be a moment later.
  storage.catch(() => undefined);
  const core = createCore(visit, closing.signal, { storage, onSaved: () => channel.post("saved") });
  const chat = createWorkspaceChat(core);
  const election = electWriter(core, chat, channel, visit);
  void loadServerModels(core);
  // Where the model needs no key, none of this is fetched.
  if (endpointOf(core.store.getState().models.choice) !== undefined)
    void import("#lib/workspace/models/model-keys.ts").then(({ restoreKey }) => restoreKey(core)).catch(ignoreCut);
  watchFolders(core);
  watchForLesson(core);
  return {
    store: core.store,
    actions: bindActions(core, chat, election.takeOver),
    chatHost: chat.host,
    close: async () => {
      chat.open?.stop();
      closing.abort();
      await election.giveBack();
      // Only now: the last save is told to the other tabs through it.
      channel.close();
    },
  };
}

/** Fetches what runs lessons once a mount is the project of one; where it cannot be fetched, again with the next change. */
function watchForLesson(core: Core): void {
  let isFetching = false;
  const stop = core.store.subscribe(({ mounts }) => {
    if (isFetching || !mounts.some(({ lesson }) => lesson)) return;
    isFetching = true;
    const run = ({ runLesson }: typeof import("./lesson/run-lesson.ts")) => {
      stop();
      if (core.closed.aborted) return;
      runLesson(core);
      // Few are in a room; should it not be fetched, the lesson goes on without.
      if (joinedRoom())
        void import("./lesson/attend-room.ts").then(({ attendRoom }) => attendRoom(core)).catch(ignoreCut);
    };
    import("./lesson/run-lesson.ts").then(run).catch((caught: unknown) => {
      if (!failureOf(caught)) throw caught;
      isFetching = false;
    });
  });
}

/**
 * Asks the server which models it lends and where else the page may send requests. Nothing changes when it cannot be
 * reached: the demo model needs no server.
 */
async function loadServerModels(core: Core): Promise<void> {
  const offer = await fetch("/api/chat", { signal: core.closed })
    .then((response) => (response.ok ? (response.json() as Promise<ServerOffer>) : undefined))
    .catch(() => undefined);
  if (!offer || core.closed.aborted) return;
  const { models: serverModels, connect: serverOrigins, embed: serverEmbed, rooms: serverRooms } = offer;
  core.store.setState({ serverModels, serverOrigins, serverEmbed, serverRooms });
}

/** A part that the network cut off: the settings fetch it again, and tell. */
function ignoreCut(caught: unknown): void {
  if (!failureOf(caught)) throw caught;
}
