import { endpoints } from "#lib/chat/model-settings.ts";
import { type Entry, listedBy, openAiEntry } from "../listing.ts";
import { type ModelSource, withoutSlash, wrapModel } from "../source.ts";
import { wiredModel } from "../wired-model.ts";

/**
 * OpenAI's own models by its Responses API: on chat completions current ones refuse `max_tokens`, or functions. Nothing
 * is stored there: what a model has thought comes along encrypted and is sent back with the next step.
 */
export const openai: ModelSource = {
  id: "openai",
  label: "OpenAI",
  about: "GPT models, with your own key.",
  costs: { money: "Billed to your key", privacy: "read by api.openai.com" },
  needs: ["model", "key"],
  keysPage: "https://platform.openai.com/api-keys",
  usualModel: "gpt-5-mini",
  line: /^gpt-[\d.]+-mini$/,
  async open({ model, key, baseUrl, fetch }) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    const baseURL = withoutSlash(baseUrl ?? endpoints.openai);
    const make = (request: typeof globalThis.fetch) =>
      createOpenAI({ apiKey: key, baseURL, fetch: request }).responses(model);
    return wrapModel(wiredModel(make, fetch), {
      prepare: (options) => ({ ...options, providerOptions: { ...options.providerOptions, openai: { store: false } } }),
    });
  },
  list(options, signal) {
    const url = `${withoutSlash(options.baseUrl ?? endpoints.openai)}/models`;
    return listedBy({ ...options, url, headers: { authorization: `Bearer ${options.key}` } }, listedGpt, signal);
  },
};

/** The list names every model that there is, most of which hold no conversation. */
const converses = /^(?:gpt-|o\d|chatgpt-|codex-)/;
const doesOtherThings = /audio|realtime|transcribe|tts|image|search|instruct|embedding|moderation|deep-research/;

function listedGpt(entry: Entry) {
  const listed = openAiEntry(entry);
  return listed && converses.test(listed.model) && !doesOtherThings.test(listed.model) ? listed : undefined;
}
