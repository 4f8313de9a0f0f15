import { foldThinking } from "../fold-thinking.ts";
import { repairCompletions } from "../repair-completions.ts";
import { listedBy, type ModelSource, openAiEntry, withoutSlash, wrapModel } from "../source.ts";

/** Any host that speaks OpenAI's chat completions: servers on the person's own machine, gateways, smaller providers. */
export const compatible: ModelSource = {
  id: "compatible",
  label: "OpenAI-compatible",
  about: "A model on this machine (Ollama, LM Studio, llama.cpp), a gateway: any host that speaks OpenAI's protocol.",
  costs:
    "What the host asks for; nothing to download here; your messages, and the files the model reads, go to that host.",
  needs: ["base-url", "model", "key"],
  async open({ model, key, baseUrl = "", fetch: request = fetch }) {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const provider = createOpenAICompatible({
      name: "openai-compatible",
      baseURL: withoutSlash(baseUrl),
      // Without this, most streams never say how many tokens they took.
      includeUsage: true,
      ...(key !== "" && { apiKey: key }),
      fetch: repairCompletions(request),
    });
    return wrapModel(provider.chatModel(model), { read: foldThinking });
  },
  list(options, signal) {
    const url = `${withoutSlash(options.baseUrl ?? "")}/models`;
    const headers: Record<string, string> = options.key === "" ? {} : { authorization: `Bearer ${options.key}` };
    return listedBy({ ...options, url, headers }, openAiEntry, signal);
  },
};
