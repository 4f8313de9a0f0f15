import type { ModelSource } from "../source.ts";
import { listCompletions, openCompletions } from "./compatible.ts";

const endpoint = "https://api.mistral.ai/v1";

/** Mistral's own API, which speaks OpenAI's chat completions. */
export const mistral: ModelSource = {
  id: "mistral",
  label: "Mistral",
  about: "Mistral's models, with your own key.",
  costs: { money: "Billed to your key", privacy: "read by api.mistral.ai" },
  needs: ["model", "key"],
  keysPage: "https://console.mistral.ai/api-keys",
  endpoint,
  speaksOpenAi: true,
  usualModel: "mistral-medium-latest",
  models: [{ names: /pixtral|mistral-(?:small|medium|large)-(?:3|latest)/i, sees: "pictures" }],
  open: (options) => openCompletions({ baseUrl: endpoint, ...options }),
  list: (options, signal) => listCompletions({ baseUrl: endpoint, ...options }, signal),
};
