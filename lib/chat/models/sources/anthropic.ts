import type { Entry, ListedModel } from "../listing.ts";
import { type EndpointOptions, type ModelSource, withoutSlash, wrapModel } from "../source.ts";

const endpoint = "https://api.anthropic.com/v1";

/**
 * Claude by Anthropic's Messages API. Content that stays the same from step to step is marked, so that it is billed as
 * cached.
 */
export const anthropic: ModelSource = {
  id: "anthropic",
  label: "Anthropic",
  about: "Claude, with your own key.",
  costs: { money: "Billed to your key", privacy: "read by api.anthropic.com" },
  needs: ["model", "key"],
  keysPage: "https://console.anthropic.com/settings/keys",
  endpoint,
  usualModel: "claude-sonnet-4-5",
  line: /^claude-sonnet-/,
  models: [
    { names: /\[1m\]$/i, window: 1_000_000 },
    {
      names: /(?:^|\/)claude-(?:(?:opus|sonnet|fable|mythos)-[5-9]|opus-4[-.][78])(?!\d)/,
      window: 1_000_000,
      sees: "documents",
    },
    { names: /(?:^|\/)claude-/i, window: 200_000, sees: "documents" },
  ],
  lending: { variable: "ANTHROPIC", names: /^claude/, isOnly: true },
  async open({ model, key, baseUrl, fetch, isPage = false }) {
    const [{ createAnthropic }, { wiredModel }, { withCacheMarks }] = await Promise.all([
      import("@ai-sdk/anthropic"),
      import("../wired-model.ts"),
      import("../prompt-caching.ts"),
    ]);
    const make = (request: typeof globalThis.fetch) =>
      createAnthropic({
        apiKey: key,
        ...(baseUrl && { baseURL: withoutSlash(baseUrl) }),
        ...(isPage && { headers: directAccess }),
        fetch: request,
      })(model);
    return wrapModel(wiredModel(make, fetch), { prepare: (options) => withCacheMarks(options, "anthropic") });
  },
  async list(options, signal) {
    const { listedBy } = await import("../listing.ts");
    const url = `${withoutSlash(options.baseUrl ?? endpoint)}/models?limit=1000`;
    return listedBy({ ...options, url, headers: listHeaders(options) }, listedClaude, signal);
  },
};

/** The header that a call straight from a page needs: without it, Anthropic answers no cross-origin request. */
const directAccess = { "anthropic-dangerous-direct-browser-access": "true" };

function listHeaders({ key, isPage }: EndpointOptions): Record<string, string> {
  return { "x-api-key": key, "anthropic-version": "2023-06-01", ...(isPage && directAccess) };
}

function listedClaude({ id, display_name, created_at, max_input_tokens }: Entry): ListedModel | undefined {
  if (typeof id !== "string") return undefined;
  const created = Date.parse(String(created_at));
  return {
    model: id,
    ...(typeof display_name === "string" && { label: display_name }),
    ...(typeof max_input_tokens === "number" && { window: max_input_tokens }),
    ...(created > 0 && { created }),
  };
}
