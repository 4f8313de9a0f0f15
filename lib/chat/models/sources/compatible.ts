import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ListedModel } from "../listing.ts";
import { type EndpointOptions, type ModelSource, type SourceOptions, withoutSlash, wrapModel } from "../source.ts";

/** Any host that speaks OpenAI's chat completions: gateways, smaller providers, a server in one's own network. */
export const compatible: ModelSource = {
  id: "compatible",
  label: "OpenAI-compatible",
  about: "Any host that speaks OpenAI's protocol, by its address.",
  costs: { money: "Billed by the host", privacy: "read by that host" },
  needs: ["base-url", "model", "key"],
  shows: "no-documents",
  models: [
    {
      names:
        /vision|llava|moondream|minicpm-v|internvl|molmo|multimodal|(?:^|[-/.\d])vl(?:[-:.\d]|$)|gemma-?(?:3|4)|llama-?4|llama-?3\.2-(?:11|90)b|grok-[4-9]|kimi-k2\.[5-9]/i,
      sees: "pictures",
    },
  ],
  open: openCompletions,
  list: listCompletions,
};

/** A model of a host that speaks chat completions in a dialect other than OpenAI's own. */
export async function openCompletions(options: SourceOptions): Promise<LanguageModelV4> {
  const { model, key, baseUrl = "", fetch } = options;
  const [{ createOpenAICompatible }, { wiredModel }, { foldThinking }, { repairCompletions }] = await Promise.all([
    import("@ai-sdk/openai-compatible"),
    import("../wired-model.ts"),
    import("../fold-thinking.ts"),
    import("../repair-completions.ts"),
  ]);
  const make = (request: typeof globalThis.fetch) =>
    createOpenAICompatible({
      name: "openai-compatible",
      baseURL: withoutSlash(baseUrl),
      // Without this, most streams never report token usage.
      includeUsage: true,
      ...(key !== "" && { apiKey: key }),
      fetch: repairCompletions(request),
    }).chatModel(model);
  return wrapModel(wiredModel(make, fetch), { read: foldThinking });
}

export async function listCompletions(options: EndpointOptions, signal: AbortSignal): Promise<readonly ListedModel[]> {
  const { listedBy, openAiEntry } = await import("../listing.ts");
  const url = `${withoutSlash(options.baseUrl ?? "")}/models`;
  const headers: Record<string, string> = options.key === "" ? {} : { authorization: `Bearer ${options.key}` };
  return listedBy({ ...options, url, headers }, openAiEntry, signal);
}
