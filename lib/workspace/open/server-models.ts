import type { ServerOffer } from "#lib/chat/model-settings.ts";
import type { Core } from "#lib/workspace/core.ts";

/**
 * Asks the server which models it lends and where else the page may send requests. Nothing changes when it cannot be
 * reached: the demo model needs no server.
 */
export async function loadServerModels(core: Core): Promise<void> {
  const offer = await fetch("/api/chat", { signal: core.closed })
    .then((response) => (response.ok ? (response.json() as Promise<ServerOffer>) : undefined))
    .catch(() => undefined);
  if (offer && !core.closed.aborted) core.store.setState({ serverModels: offer.models, serverOrigins: offer.connect });
}
