import { defaultModelSettings } from "#lib/chat/model-settings.ts";
import { FailureError } from "#lib/failure.ts";
import { ignoreClosing } from "#lib/keeping/keeping.ts";
import { formatLinkQuery, parseLinkQuery, unreadParts } from "#lib/share/link-query.ts";
import { fetchBundled, growOwnTree } from "#lib/tree/own-tree.ts";
import type { SelectionVerbs } from "#lib/tree/selected.ts";
import type { HarnessVerbs } from "#lib/view/harness.ts";
import { type BasicParts, createBasicParts, type OpenedWorkspace } from "./basic-parts.ts";
import type { ChatVerbs } from "./conversation/chat-verbs.ts";
import type { Visit } from "./opening/arrival.ts";
import { addressObjection, arriveFirst, refuse } from "./opening/arrive-first.ts";
import { chooseLinked, openedLink, tellUnread } from "./opening/linked.ts";
import type { MountVerbs } from "./sources/mount-verbs.ts";
import { type TryOutVerb, tryOutVerb } from "./sources/try-out.ts";

/** A workspace embedded in another site's page. */
export type EmbeddedWorkspace = OpenedWorkspace<EmbeddedVerbs>;

/**
 * All verbs of an embed: looking, talking with the demo model, and cancelling or retrying the fetching of the source.
 */
export interface EmbeddedVerbs
  extends SelectionVerbs,
    HarnessVerbs,
    ChatVerbs,
    TryOutVerb,
    Pick<MountVerbs, "cancelMount" | "retryMount"> {}

/**
 * Opens the workspace of an address embedded in another site's page: only in memory and with the demo model, whatever
 * this browser has stored. So the page around it cannot use a clickjacked click to do harm. Of a link only the source
 * is taken, not its prompt or changes. Returns at once, as `openWorkspace` does.
 */
export function openEmbedded({ path, search }: Pick<Visit, "path" | "search">): EmbeddedWorkspace {
  const closing = new AbortController();
  const { signal: closed } = closing;
  const storage = Promise.reject(new FailureError({ code: "storage-missing" }));
  // Reported below, before anything could be saved.
  storage.catch(() => undefined);
  const { prompt: _, ...query } = parseLinkQuery(search);
  const visit = { path, search: formatLinkQuery(query), own: false };
  const parts = createBasicParts(
    {
      id: path,
      chosen: defaultModelSettings,
      storage,
      onSaved: () => undefined,
      closed,
    },
    () => undefined,
  );
  const arriving = arrive(parts, visit, closed).catch((caught) => ignoreClosing(closed, caught));
  return {
    store: parts.store,
    actions: embeddedVerbs(parts),
    chatHost: parts.chat.host,
    close: async () => {
      parts.chat.endTurn();
      closing.abort();
      await arriving;
    },
  };
}

/** Fetches and shows the source that the address names. */
async function arrive(parts: BasicParts, visit: Visit, closed: AbortSignal): Promise<void> {
  const { slices, keeping, tree } = parts;
  const entering = { ...parts, slice: slices.opening, link: openedLink(visit), closed };
  const objection = addressObjection(visit);
  if (objection) return refuse(entering, objection);
  tree.bundle(fetchBundled(closed));
  keeping.giveUp({ code: "storage-missing" });
  tree.putOwn(await growOwnTree(new Map(), closed));
  chooseLinked(entering);
  tellUnread(keeping, unreadParts(visit.search));
  slices.opening.set({ phase: { kind: "empty" } });
  await arriveFirst(entering, undefined);
}

/** All verbs of an embed; it has no others. */
function embeddedVerbs(parts: BasicParts): EmbeddedVerbs {
  const { keeping, selected, tree, activity, harness, editing, composer, sources, chat } = parts;
  return {
    ...selected.verbs,
    ...harness.verbs,
    ...chat.verbs,
    cancelMount: sources.cancel,
    retryMount: keeping.changing(activity.retry),
    ...tryOutVerb({ selected, tree, activity, harness, editing, composer, keeping }),
  };
}
