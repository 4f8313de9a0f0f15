import { defaultModelSettings, type ModelSettings } from "#lib/chat/model-settings.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { emptyView } from "#lib/stage/derive-view.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
import { noAllowances } from "./allowances.ts";
import type { Loss, WorkspaceState } from "./state.ts";

interface EmptyStateOptions {
  readonly id: string;
  readonly losses?: readonly Loss[] | undefined;
  readonly models?: ModelSettings;
  readonly profileId?: string | undefined;
}

/** The state of a workspace in which nothing is mounted yet. */
export function emptyState({
  id,
  losses = [],
  models = defaultModelSettings,
  profileId = "",
}: EmptyStateOptions): WorkspaceState {
  return {
    id,
    title: "",
    phase: { kind: "restoring" },
    activity: { kind: "idle" },
    mounts: [],
    missing: [],
    deliveries: new Map(),
    live: new Map(),
    files: createMountTable([]),
    profileId: profileById(profileId).id,
    heldHarnesses: [],
    noSkills: false,
    view: emptyView,
    folders: new Map(),
    selection: {},
    drafts: new Map(),
    losses,
    conversation: { messages: [], status: { kind: "ready" } },
    branches: [],
    conversationId: crypto.randomUUID(),
    conversations: [],
    allowances: noAllowances,
    modelRuns: new Map(),
    ownRuns: [],
    messageText: "",
    attachments: [],
    queued: [],
    models,
    serverModels: [],
    storage: { kind: "nothing" },
  };
}
