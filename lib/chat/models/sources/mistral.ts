import { endpoints } from "#lib/chat/model-settings.ts";
import type { ModelSource } from "../source.ts";
import { listCompletions, openCompletions } from "./compatible.ts";

/** Mistral's own API, which speaks OpenAI's chat completions. */
export const mistral: ModelSource = {
  id: "mistral",
  label: "Mistral",
  about: "Mistral's models, with your own key.",
  costs: { money: "Billed to your key", privacy: "read by api.mistral.ai" },
  needs: ["model", "key"],
  keysPage: "https://console.mistral.ai/api-keys",
  usualModel: "mistral-medium-latest",
  open: (options) => openCompletions({ baseUrl: endpoints.mistral, ...options }),
  list: (options, signal) => listCompletions({ baseUrl: endpoints.mistral, ...options }, signal),
};
