import { connectFailure, takesAddress } from "#lib/chat/model-choice.ts";
import type { ModelChoice, ModelSettings, ServerOffer } from "#lib/chat/model-settings.ts";
import type { Failure } from "#lib/failure.ts";
import type { Slice, SliceState } from "#lib/state/slices.ts";

/** The chosen model with its keys, and what the server offers. */
export interface Models {
  state(): SliceState<"models">;
  choose(models: ModelSettings): void;
  /** Stores what the server has said about itself. */
  takeOffer(offer: ServerOffer): void;
  /** Why a model cannot be reached: the page's policy may not allow the base URL that a person typed. */
  blocked(choice: ModelChoice): Failure | undefined;
}

export function createModels({ slice }: { slice: Slice<"models"> }): Models {
  return {
    state: slice.get,
    choose: (models) => slice.set({ models }),
    takeOffer: ({ models: serverModels, connect: serverOrigins, embed: serverEmbed, rooms: serverRooms }) =>
      slice.set({ serverModels, serverOrigins, serverEmbed, serverRooms }),
    blocked: ({ source, baseUrl }) =>
      takesAddress(source) ? connectFailure(baseUrl ?? "", location.origin, slice.get().serverOrigins) : undefined,
  };
}

/**
 * Asks the server which models it lends and where else the page may send requests. Nothing changes when the server
 * cannot be reached: the demo model needs none.
 */
export async function askServer(models: Models, closed: AbortSignal): Promise<void> {
  const offer = await fetch("/api/chat", { signal: closed })
    .then((response) => (response.ok ? (response.json() as Promise<ServerOffer>) : undefined))
    .catch(() => undefined);
  if (offer && !closed.aborted) models.takeOffer(offer);
}
