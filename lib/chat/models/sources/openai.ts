import { endpoints } from "#lib/chat/model-settings.ts";
import { listedBy, type ModelSource, openAiEntry, withoutSlash, wrapModel } from "../source.ts";

/**
 * OpenAI's own models by its Responses API: on chat completions current ones refuse `max_tokens`, or functions. Nothing
 * is stored there: what a model has thought comes along encrypted and is sent back with the next step.
 */
export const openai: ModelSource = {
  id: "openai",
  label: "OpenAI",
  about: "GPT models, with your own key.",
  costs: "Billed to your key; nothing to download; your messages, and the files the model reads, go to api.openai.com.",
  needs: ["model", "key"],
  usualModel: "gpt-5-mini",
  async open({ model, key, baseUrl, fetch }) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    const provider = createOpenAI({
      apiKey: key,
      baseURL: withoutSlash(baseUrl ?? endpoints.openai),
      ...(fetch && { fetch }),
    });
    return wrapModel(provider.responses(model), {
      prepare: (options) => ({ ...options, providerOptions: { ...options.providerOptions, openai: { store: false } } }),
    });
  },
  list(options, signal) {
    const url = `${withoutSlash(options.baseUrl ?? endpoints.openai)}/models`;
    return listedBy({ ...options, url, headers: { authorization: `Bearer ${options.key}` } }, openAiEntry, signal);
  },
};
