import type { ListedModel } from "../listing.ts";
import { type ModelSource, withoutSlash, wrapModel } from "../source.ts";

const endpoint = "https://api.openai.com/v1";

/**
 * OpenAI's own models by its Responses API: on chat completions, current ones refuse `max_tokens` or functions. OpenAI
 * stores nothing: a model's reasoning comes along encrypted and is sent back with the next step.
 */
export const openai: ModelSource = {
  id: "openai",
  label: "OpenAI",
  about: "GPT models, with your own key.",
  costs: { money: "Billed to your key", privacy: "read by api.openai.com" },
  needs: ["model", "key"],
  keysPage: "https://platform.openai.com/api-keys",
  endpoint,
  speaksOpenAi: true,
  usualModel: "gpt-5-mini",
  line: /^gpt-[\d.]+-mini$/,
  models: [
    { names: /(?:^|\/)gpt-5\.[4-9]/, window: 1_050_000 },
    { names: /(?:^|\/)gpt-5(?:\.\d)?-chat/, window: 128_000 },
    { names: /(?:^|\/)gpt-4\.1/, window: 1_047_576 },
    { names: /(?:^|\/)gpt-4o/, window: 128_000 },
    { names: /(?:^|\/)gpt-5/, window: 400_000 },
    { names: /(?:^|\/)(?:gpt-(?:4o|4\.1|[5-9])|o[134](?:-|$))/i, sees: "documents" },
  ],
  lending: { variable: "OPENAI" },
  async open({ model, key, baseUrl, fetch }) {
    const [{ createOpenAI }, { wiredModel }] = await Promise.all([
      import("@ai-sdk/openai"),
      import("../wired-model.ts"),
    ]);
    const baseURL = withoutSlash(baseUrl ?? endpoint);
    const make = (request: typeof globalThis.fetch) =>
      createOpenAI({ apiKey: key, baseURL, fetch: request }).responses(model);
    return wrapModel(wiredModel(make, fetch), {
      prepare: (options) => ({ ...options, providerOptions: { ...options.providerOptions, openai: { store: false } } }),
    });
  },
  async list(options, signal) {
    const { listedBy, openAiEntry } = await import("../listing.ts");
    const url = `${withoutSlash(options.baseUrl ?? endpoint)}/models`;
    const headers = { authorization: `Bearer ${options.key}` };
    return listedBy({ ...options, url, headers }, (entry) => conversing(openAiEntry(entry)), signal);
  },
};

/** The list names every model that OpenAI has; only these hold conversations. */
const converses = /^(?:gpt-|o\d|chatgpt-|codex-)/;
const doesOtherThings = /audio|realtime|transcribe|tts|image|search|instruct|embedding|moderation|deep-research/;

function conversing(listed: ListedModel | undefined): ListedModel | undefined {
  return listed && converses.test(listed.model) && !doesOtherThings.test(listed.model) ? listed : undefined;
}
