import type { ServerModel } from "#lib/chat/model-settings.ts";
import type { Core } from "./core.ts";

/** Asks the server which models it lends. None, when it cannot be reached: the demo model needs no server. */
export async function loadServerModels(core: Core): Promise<void> {
  const models = await fetch("/api/chat", { signal: core.closed })
    .then((response) => (response.ok ? (response.json() as Promise<{ models: ServerModel[] }>) : { models: [] }))
    .catch(() => ({ models: [] }));
  if (!core.closed.aborted) core.store.setState({ serverModels: models.models });
}
