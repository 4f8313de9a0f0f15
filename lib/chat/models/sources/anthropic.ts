import { endpoints } from "#lib/chat/model-settings.ts";
import { withCacheMarks } from "../prompt-caching.ts";
import { listedBy, type ModelSource, type SourceOptions, withoutSlash, wrapModel } from "../source.ts";

/** Claude by Anthropic's Messages API. What stays the same from step to step is marked, so that it is billed as cached. */
export const anthropic: ModelSource = {
  id: "anthropic",
  label: "Anthropic",
  about: "Claude, with your own key.",
  costs:
    "Billed to your key; nothing to download; your messages, and the files the model reads, go to api.anthropic.com.",
  needs: ["model", "key"],
  usualModel: "claude-sonnet-4-5",
  async open({ model, key, baseUrl, fetch, isPage = false }) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    const provider = createAnthropic({
      apiKey: key,
      ...(baseUrl && { baseURL: withoutSlash(baseUrl) }),
      ...(isPage && { headers: directAccess }),
      ...(fetch && { fetch }),
    });
    return wrapModel(provider(model), { prepare: (options) => withCacheMarks(options, "anthropic") });
  },
  list(options, signal) {
    const url = `${withoutSlash(options.baseUrl ?? endpoints.anthropic)}/models?limit=1000`;
    return listedBy({ ...options, url, headers: listHeaders(options) }, listedClaude, signal);
  },
};

/** What a call straight from a page needs: without the header, Anthropic answers no cross-origin request. */
const directAccess = { "anthropic-dangerous-direct-browser-access": "true" };

function listHeaders({ key, isPage }: Omit<SourceOptions, "model">): Record<string, string> {
  return { "x-api-key": key, "anthropic-version": "2023-06-01", ...(isPage && directAccess) };
}

function listedClaude({ id, display_name }: Readonly<Record<string, unknown>>) {
  if (typeof id !== "string") return undefined;
  return { model: id, ...(typeof display_name === "string" && { label: display_name }) };
}
