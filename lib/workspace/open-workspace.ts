import { createStore } from "zustand/vanilla";
import { defaultModelSettings } from "#lib/chat/model-settings.ts";
import { defaultProfile, profiles } from "#lib/harness/profiles.ts";
import { openStorage } from "#lib/vfs/persistence.ts";
import { createVolume } from "#lib/vfs/volume.ts";
import { type Arrival, arrive } from "./arrive.ts";
import { bindActions } from "./bind-actions.ts";
import { createTalk } from "./conversing.ts";
import type { Core } from "./core.ts";
import { emptyView } from "./harness-view.ts";
import { indexTree } from "./mount-points.ts";
import { place } from "./place.ts";
import { createSaver } from "./saver.ts";
import { loadServerModels } from "./server-models.ts";
import type { WorkspaceState } from "./state.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Opens the workspace of an address: the stored one, or a new one from its source. Returns at once;
 * what happens shows in the store. Close it with `close()`.
 */
export function openWorkspace(arrival: Arrival): Workspace {
  const closing = new AbortController();
  const core = createCore(arrival, closing.signal);
  const talk = createTalk(core);
  void arrive(core, arrival);
  void loadServerModels(core);
  return {
    store: core.store,
    actions: bindActions(core, talk),
    close: () => {
      talk.open?.stop();
      closing.abort();
    },
  };
}

function createCore(arrival: Arrival, closed: AbortSignal): Core {
  const own = createVolume();
  own.makeFolder(place.cwd);
  own.makeFolder(place.home);
  const store = createStore<WorkspaceState>(() => ({
    id: arrival.path,
    title: "",
    phase: { kind: "restoring" },
    activity: { kind: "idle" },
    mounts: [],
    files: own,
    profileId: defaultProfile.id,
    view: emptyView,
    selection: {},
    conversation: { messages: [], status: { kind: "ready" } },
    draft: "",
    models: defaultModelSettings,
    serverModels: [],
    storage: { kind: "saved" },
  }));
  const storage = openStorage();
  return {
    store,
    storage,
    saver: createSaver(arrival.path, storage, (state) => store.setState({ storage: state })),
    createdAt: Date.now(),
    search: arrival.search,
    own: indexTree(own),
    trees: new Map(),
    mountNotices: new Map(),
    request: {},
    closed,
  };
}
