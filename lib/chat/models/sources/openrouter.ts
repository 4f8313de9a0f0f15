import { endpoints } from "#lib/chat/model-settings.ts";
import { withCacheMarks } from "../prompt-caching.ts";
import { listedBy, type ModelSource, openAiEntry, withoutSlash, wrapModel } from "../source.ts";

/** OpenRouter by its own package, which passes `reasoning_details` both ways, whoever the model's maker is. */
export const openrouter: ModelSource = {
  id: "openrouter",
  label: "OpenRouter",
  about: "Models of most makers with one key, some of them free.",
  costs:
    "Billed to your key, or free by the model; nothing to download; your messages, and the files the model reads, go to openrouter.ai and on to whoever runs the model.",
  needs: ["model", "key"],
  async open({ model, key, baseUrl, fetch }) {
    const { createOpenRouter } = await import("@openrouter/ai-sdk-provider");
    const provider = createOpenRouter({
      apiKey: key,
      baseURL: withoutSlash(baseUrl ?? endpoints.openrouter),
      compatibility: "strict",
      ...(fetch && { fetch }),
    });
    // The makers of other models cache by themselves.
    if (!/^~?anthropic\//.test(model)) return provider.chat(model);
    return wrapModel(provider.chat(model), { prepare: (options) => withCacheMarks(options, "openrouter") });
  },
  list(options, signal) {
    const url = `${withoutSlash(options.baseUrl ?? endpoints.openrouter)}/models?supported_parameters=tools`;
    return listedBy({ ...options, url, headers: {} }, openAiEntry, signal);
  },
};
