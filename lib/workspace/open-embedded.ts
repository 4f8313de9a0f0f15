import { defaultModelSettings } from "#lib/chat/model-settings.ts";
import { FailureError } from "#lib/failure.ts";
import { formatLinkQuery, parseLinkQuery } from "#lib/share/link-query.ts";
import { createWorkspaceChat } from "#lib/workspace/conversation/workspace-chat.ts";
import type { Visit } from "#lib/workspace/opening/arrival.ts";
import { arrive } from "#lib/workspace/opening/arrive.ts";
import { bindActions, type WorkspaceActions } from "./actions.ts";
import { ignoreClosing } from "./core.ts";
import { createCore } from "./create-core.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Opens the workspace of an address within somebody's page: in memory alone and with the demo model, whatever this browser keeps, so that the
 * page around it can be led to nothing by a click that was meant for something else. What a link brings besides its source, a prompt or
 * changes, is not taken up. Returns at once, as `openWorkspace` does.
 */
export function openEmbedded({ path, search }: Pick<Visit, "path" | "search">): Workspace {
  const closing = new AbortController();
  const storage = Promise.reject(new FailureError({ code: "storage-missing" }));
  // Told where it is first used.
  storage.catch(() => undefined);
  const { prompt: _, ...query } = parseLinkQuery(search);
  const visit = { path, search: formatLinkQuery(query), own: false };
  const core = createCore(visit, closing.signal, {
    storage,
    onSaved: () => undefined,
    models: defaultModelSettings,
  });
  const chat = createWorkspaceChat(core);
  const arriving = arrive(core, visit, Promise.resolve(true)).catch((caught) => ignoreClosing(core, caught));
  return {
    store: core.store,
    actions: { ...bindActions(core, chat, async () => undefined), ...notInFrames },
    chatHost: chat.host,
    close: async () => {
      chat.open?.stop();
      closing.abort();
      await arriving;
    },
  };
}

/** Nothing in an embed offers these: whoever comes to one of them has found a hole. */
const notInFrames = {
  keepSecret: refuse,
  unlockSecrets: refuse,
  knownSecrets: refuse,
  forgetSecrets: refuse,
  forgetEverything: refuse,
  setModels: refuse,
  mount: refuse,
  acceptOffer: refuse,
  writeBack: refuse,
} satisfies Partial<WorkspaceActions>;

function refuse(): never {
  throw new Error("Not within somebody's page.");
}
