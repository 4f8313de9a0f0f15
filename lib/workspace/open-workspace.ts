import { createStore } from "zustand/vanilla";
import { defaultModelSettings } from "#lib/chat/model-settings.ts";
import { defaultProfile } from "#lib/harness/profiles.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
import { openStorage } from "#lib/vfs/persistence.ts";
import { createVolume, type Volume } from "#lib/vfs/volume.ts";
import { arrive, type Visit } from "./arrive.ts";
import { bindActions } from "./bind-actions.ts";
import { createTalk } from "./conversing.ts";
import type { Core } from "./core.ts";
import { emptyView } from "./harness-view.ts";
import { watchFolders } from "./live-mounts.ts";
import { indexTree, ownMountId } from "./mount-points.ts";
import { createSaver } from "./saver.ts";
import { loadServerModels } from "./server-models.ts";
import type { WorkspaceState } from "./state.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Opens the workspace of an address: the stored one, or a new one from its source. Returns at once;
 * what happens shows in the store. Close it with `close()`.
 */
export function openWorkspace(visit: Visit): Workspace {
  const closing = new AbortController();
  const core = createCore(visit, closing.signal);
  const talk = createTalk(core);
  void arrive(core, visit);
  void loadServerModels(core);
  watchFolders(core);
  return {
    store: core.store,
    actions: bindActions(core, talk),
    close: () => {
      talk.open?.stop();
      closing.abort();
    },
  };
}

function createCore(visit: Visit, closed: AbortSignal): Core {
  const own = createVolume();
  const store = createStore<WorkspaceState>(() => ({
    id: visit.path,
    title: "",
    phase: { kind: "restoring" },
    activity: { kind: "idle" },
    mounts: [],
    live: new Map(),
    files: own,
    profileId: defaultProfile.id,
    noSkills: false,
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
    saver: createSaver(visit.path, storage, (state) => store.setState({ storage: state })),
    createdAt: Date.now(),
    search: visit.search,
    own: indexTree(own),
    table: createMountTable<Volume>([{ at: "/", volume: own, from: "/", mountId: ownMountId }]),
    trees: new Map(),
    live: new Map(),
    bundling: Promise.resolve(),
    mountNotices: new Map(),
    request: {},
    closed,
  };
}
