import { createStore } from "zustand/vanilla";
import type { ModelSettings } from "#lib/chat/model-settings.ts";
import { defaultProfile } from "#lib/harness/profiles.ts";
import { withoutFile } from "#lib/share/link-query.ts";
import { emptyView } from "#lib/stage/derive-view.ts";
import { indexTree } from "#lib/stage/mount-tree.ts";
import { ownMountId } from "#lib/stage/placement.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
import { createVolume, type Volume } from "#lib/vfs/volume.ts";
import { createSaver } from "#lib/workspace/keeping/saver.ts";
import { keptModels } from "#lib/workspace/models/kept-models.ts";
import type { Visit } from "#lib/workspace/opening/arrival.ts";
import type { Core } from "./core.ts";
import { noAllowances } from "./state/allowances.ts";
import type { WorkspaceState } from "./state.ts";

/** Where a workspace is kept, and who answers in it at first. */
interface CoreStorage {
  /** What was chosen on this device where absent. */
  readonly models?: ModelSettings;
  readonly storage: Core["storage"];
  /** Called after each save. */
  readonly onSaved: () => void;
}

/** A workspace in which nothing is mounted yet. */
export function createCore(visit: Visit, closed: AbortSignal, { storage, onSaved, models }: CoreStorage): Core {
  const own = createVolume();
  const table = createMountTable<Volume>([{ at: "/", volume: own, from: "/", mountId: ownMountId }]);
  const store = createStore<WorkspaceState>(() => ({
    id: visit.path,
    title: "",
    phase: { kind: "restoring" },
    activity: { kind: "idle" },
    mounts: [],
    missing: [],
    arriving: new Map(),
    live: new Map(),
    files: table,
    profileId: defaultProfile.id,
    noSkills: false,
    view: emptyView,
    selection: {},
    drafts: new Map(),
    losses: visit.losses ?? [],
    conversation: { messages: [], status: { kind: "ready" } },
    branches: [],
    conversationId: crypto.randomUUID(),
    conversations: [],
    allowances: noAllowances,
    messageText: "",
    attachments: [],
    queued: [],
    models: models ?? keptModels(),
    serverModels: [],
    storage: { kind: "nothing" },
  }));
  return {
    store,
    storage,
    saver: createSaver({
      workspaceId: visit.path,
      storage,
      onState: (state) => store.setState({ storage: state }),
      onSaved,
    }),
    changes: new Set(),
    savedBranches: [],
    createdAt: Date.now(),
    search: withoutFile(visit.search),
    fragment: visit.fragment ?? "",
    own: indexTree(own),
    table,
    trees: new Map(),
    arrivals: new Map(),
    live: new Map(),
    bundling: Promise.resolve(),
    mountNotices: new Map(),
    request: {},
    closed,
  };
}
