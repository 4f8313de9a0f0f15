import { createStore, type StoreApi } from "zustand/vanilla";
import type { WorkspaceState } from "./state.ts";

/**
 * Which part of the workspace owns which fields of its state: it alone sets them. `id` belongs to none, as it never
 * changes.
 */
export const sliceFields = {
  keeping: ["storage", "losses"],
  models: ["models", "serverModels", "serverOrigins", "serverEmbed", "serverRooms"],
  selected: ["selection"],
  drafts: ["drafts"],
  tree: ["title", "mounts", "files", "missing"],
  activity: ["activity", "unopened"],
  harness: ["profileId", "openedFor", "heldHarnesses", "noSkills", "view", "folders"],
  editing: ["lastFix"],
  deliveries: ["deliveries"],
  folders: ["live"],
  composer: ["messageText", "attachments", "attachRefusal", "queued"],
  chat: ["conversation", "branches", "conversationId", "conversations", "removedConversation", "allowances"],
  runs: ["modelRuns", "ownRuns"],
  experiments: ["evals", "trials", "improved"],
  lesson: ["lessonProgress", "lesson"],
  room: ["room"],
  opening: ["phase", "linkedMountId"],
} as const satisfies Readonly<Record<string, readonly (keyof WorkspaceState)[]>>;

type Fields = typeof sliceFields;

export type SliceName = keyof Fields;

export type SliceState<Name extends SliceName> = Pick<WorkspaceState, Fields[Name][number]>;

/** A part's access to its own fields. */
export interface Slice<Name extends SliceName> {
  get(): SliceState<Name>;
  set(changed: Partial<SliceState<Name>>): void;
}

/** The state as views see it. */
export type StateStore = Pick<StoreApi<WorkspaceState>, "getState" | "getInitialState" | "subscribe">;

/** Shows the changes that several parts make in `change` at once. `change` runs synchronously. */
export type Together = (change: () => void) => void;

/** The state of one workspace, divided into a slice for each part. */
export interface Slices {
  readonly store: StateStore;
  readonly slices: { readonly [Name in SliceName]: Slice<Name> };
  readonly together: Together;
}

export function createSlices(initial: WorkspaceState): Slices {
  const store = createStore<WorkspaceState>(() => initial);
  /** Changes made in `together` that are not shown yet. */
  let held: WorkspaceState | undefined;
  const get = () => held ?? store.getState();
  const set = (changed: Partial<WorkspaceState>) => {
    if (held) held = { ...held, ...changed };
    else store.setState(changed);
  };
  const sliceOf = (name: SliceName) => ({
    get: () => fieldsOf(name, get()),
    set: (changed: Partial<WorkspaceState>) => set(fieldsOf(name, changed)),
  });
  const names = Object.keys(sliceFields) as SliceName[];
  return {
    store: { ...store, getState: get },
    slices: Object.fromEntries(names.map((name) => [name, sliceOf(name)])) as unknown as Slices["slices"],
    together(change) {
      if (held) return change();
      held = store.getState();
      try {
        change();
      } finally {
        const changed = held;
        held = undefined;
        store.setState(changed);
      }
    },
  };
}

/** The fields of a state, or of a change to it, that belong to a part. */
function fieldsOf(name: SliceName, state: Partial<WorkspaceState>): Partial<WorkspaceState> {
  const own = sliceFields[name].filter((field) => field in state);
  return Object.fromEntries(own.map((field) => [field, state[field]]));
}
