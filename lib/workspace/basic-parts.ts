import type { ModelSettings } from "#lib/chat/model-settings.ts";
import type { ChatHost } from "#lib/chat/session.ts";
import { createEditing, type Editing } from "#lib/editing/editing.ts";
import { createKeeping, type Keeping } from "#lib/keeping/keeping.ts";
import { createModels, type Models } from "#lib/models/models.ts";
import type { RunNeeds, Runs } from "#lib/runs/runs.ts";
import { emptyState } from "#lib/state/empty-state.ts";
import { createSlices, type Slices, type StateStore } from "#lib/state/slices.ts";
import type { Loss } from "#lib/state/state.ts";
import type { WorkspaceStorage } from "#lib/storage/persistence.ts";
import { type Activity, createActivity } from "#lib/tree/activity.ts";
import { type Composer, createComposer } from "#lib/tree/composer.ts";
import { createSelected, type Selected } from "#lib/tree/selected.ts";
import { createTree, type Tree } from "#lib/tree/tree.ts";
import { createTyped, type Typed } from "#lib/tree/typed.ts";
import { createHarness, type Harness } from "#lib/view/harness.ts";
import { type Chat, createChat } from "./conversation/chat.ts";
import { createSources, type Sources } from "./sources/sources.ts";

/** One open workspace: its state and its verbs. Independent of React. */
export interface OpenedWorkspace<Verbs> {
  readonly store: StateStore;
  readonly actions: Verbs;
  /** What the conversation gets from the workspace; requests can be composed from it and inspected. */
  readonly chatHost: ChatHost;
  /**
   * Ends what is under way and finishes saving. Resolves when that is done, and only then may another tab write. Never
   * rejects.
   */
  close(): Promise<void>;
}

/** The parts that every workspace has: in the lab, embedded in another site's page, and where a lesson is tried. */
export interface BasicParts extends Slices {
  readonly keeping: Keeping;
  readonly models: Models;
  readonly selected: Selected;
  readonly typed: Typed;
  readonly tree: Tree;
  readonly activity: Activity;
  readonly harness: Harness;
  readonly editing: Editing;
  readonly composer: Composer;
  readonly sources: Sources;
  readonly chat: Chat;
}

interface BasicOptions {
  readonly id: string;
  readonly losses?: readonly Loss[] | undefined;
  /** The model that is chosen at first. */
  readonly chosen: ModelSettings;
  /** Id of the harness that the person said they use. */
  readonly usual?: string | undefined;
  readonly storage: Promise<WorkspaceStorage>;
  readonly onSaved: () => void;
  /** Aborted when the workspace is closed. */
  readonly closed: AbortSignal;
}

/**
 * Creates the parts, each after those that it needs. A part can reach only what is passed to it here.
 * @param makeRuns creates the part that runs scripts; where it creates none, no model is offered the tool that runs
 * commands
 */
export function createBasicParts<Made extends Runs | undefined>(
  options: BasicOptions,
  makeRuns: (needs: RunNeeds) => Made,
): BasicParts & { readonly runs: Made } {
  const { id, losses, chosen, usual, storage, onSaved, closed } = options;
  const { store, slices, together } = createSlices(emptyState({ id, losses, models: chosen, profileId: usual }));
  const keeping = createKeeping({ slice: slices.keeping, workspaceId: id, storage, onSaved, closed });
  const models = createModels({ slice: slices.models });
  const selected = createSelected({ slice: slices.selected, keeping });
  const typed = createTyped({ slice: slices.drafts, keeping });
  const tree = createTree({ slice: slices.tree, keeping, selected, typed });
  const activity = createActivity({ slice: slices.activity, closed });
  const messages = () => slices.chat.get().conversation.messages;
  const harness = createHarness({ slice: slices.harness, tree, models, keeping, usual, messages, together, closed });
  const editing = createEditing({ slice: slices.editing, tree, selected, typed, activity, harness, keeping });
  const composer = createComposer({ slice: slices.composer, keeping });
  const { deliveries, folders } = slices;
  const sources = createSources({ slices: { deliveries, folders }, tree, activity, harness, keeping, closed });
  const runs = makeRuns({
    slice: slices.runs,
    files: () => tree.state().files,
    putFiles: (label, contents) => editing.change({ verb: "Kept", label }, contents),
    keeping,
    closed,
  });
  const { model: modelRuns } = runs ?? {};
  const chat = createChat({ slice: slices.chat, tree, models, harness, editing, composer, keeping, modelRuns, closed });
  return {
    store,
    slices,
    together,
    keeping,
    models,
    selected,
    typed,
    tree,
    activity,
    harness,
    editing,
    composer,
    runs,
    sources,
    chat,
  };
}
