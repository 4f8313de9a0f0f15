import type { LanguageModelV4 } from "@ai-sdk/provider";
import { foldThinking } from "../fold-thinking.ts";
import { type ListedModel, listedBy, openAiEntry } from "../listing.ts";
import { repairCompletions } from "../repair-completions.ts";
import { type EndpointOptions, type ModelSource, type SourceOptions, withoutSlash, wrapModel } from "../source.ts";
import { wiredModel } from "../wired-model.ts";

/** Any host that speaks OpenAI's chat completions: gateways, smaller providers, a server in one's own network. */
export const compatible: ModelSource = {
  id: "compatible",
  label: "OpenAI-compatible",
  about: "Any host that speaks OpenAI's protocol, by its address.",
  costs: { money: "Billed by the host", privacy: "read by that host" },
  needs: ["base-url", "model", "key"],
  open: openCompletions,
  list: listCompletions,
};

/** A model of a host that speaks chat completions, as the others that speak it differ from OpenAI's. */
export async function openCompletions(options: SourceOptions): Promise<LanguageModelV4> {
  const { model, key, baseUrl = "", fetch } = options;
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const make = (request: typeof globalThis.fetch) =>
    createOpenAICompatible({
      name: "openai-compatible",
      baseURL: withoutSlash(baseUrl),
      // Without this, most streams never say how many tokens they took.
      includeUsage: true,
      ...(key !== "" && { apiKey: key }),
      fetch: repairCompletions(request),
    }).chatModel(model);
  return wrapModel(wiredModel(make, fetch), { read: foldThinking });
}

export function listCompletions(options: EndpointOptions, signal: AbortSignal): Promise<readonly ListedModel[]> {
  const url = `${withoutSlash(options.baseUrl ?? "")}/models`;
  const headers: Record<string, string> = options.key === "" ? {} : { authorization: `Bearer ${options.key}` };
  return listedBy({ ...options, url, headers }, openAiEntry, signal);
}
