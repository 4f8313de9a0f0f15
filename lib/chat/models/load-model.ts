import type { LanguageModelV4 } from "@ai-sdk/provider";
import { modelLabel } from "#lib/chat/model-settings.ts";
import { FailureError } from "#lib/failure.ts";
import type { ModelLabel } from "../message.ts";
import type { ModelSettings } from "../model-settings.ts";

export interface LoadedModel {
  readonly model: LanguageModelV4;
  readonly label: ModelLabel;
}

/** Brings the code of the chosen model. @throws FailureError `model-key-missing` where a key is needed and absent. */
export type LoadModel = (settings: ModelSettings) => Promise<LoadedModel>;

/** The models there are. Each provider's package is a chunk of its own, fetched when first chosen. */
export const loadModel: LoadModel = async (settings) => ({
  model: await modelOf(settings),
  label: modelLabel(settings.choice),
});

async function modelOf({ choice, anthropicKey, openaiKey }: ModelSettings): Promise<LanguageModelV4> {
  switch (choice.kind) {
    case "demo": {
      const { createDemoModel } = await import("#lib/chat/demo/demo-model.ts");
      return createDemoModel();
    }
    case "server": {
      const { createRemoteModel } = await import("./remote-model.ts");
      return createRemoteModel({ model: choice.model });
    }
    case "anthropic": {
      if (anthropicKey === "") throw new FailureError({ code: "model-key-missing", provider: "Anthropic" });
      const { createAnthropicModel, directBrowserAccess } = await import("./anthropic.ts");
      return createAnthropicModel({
        model: choice.model,
        key: anthropicKey,
        fetch: fetchWithoutUserAgent,
        ...directBrowserAccess,
      });
    }
    case "openai-compatible": {
      const { createOpenAiModel } = await import("./openai-compatible.ts");
      return createOpenAiModel({ ...choice, key: openaiKey, fetch: fetchWithoutUserAgent });
    }
  }
}

/**
 * `fetch` without the SDK's `User-Agent` header: Chromium drops it, Firefox and Safari send it, and then
 * preflights of servers that do not expect it fail.
 */
export const fetchWithoutUserAgent: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.delete("user-agent");
  return fetch(input, { ...init, headers });
};
