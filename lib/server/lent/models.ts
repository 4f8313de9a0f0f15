import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ServerModel, ServerOffer } from "#lib/chat/model-settings.ts";
import { createAnthropicModel } from "#lib/chat/models/anthropic.ts";
import { createOpenAiModel } from "#lib/chat/models/openai-compatible.ts";
import { parseConnect } from "#lib/server/policy.ts";

/** The variables that decide what this server lends. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A model that the server lends, with the key it must never show. */
export interface LentModel extends ServerModel {
  readonly provider: "Anthropic" | "OpenAI";
  readonly key: string;
  readonly baseUrl?: string;
}

const defaults = { Anthropic: "claude-sonnet-4-5", OpenAI: "gpt-5-mini" } as const;
const openAiUrl = "https://api.openai.com/v1";

/**
 * The models that the environment lends: those `SKILLGROUND_MODEL` names, separated by commas, else one of
 * each provider with a key. A name that begins with `claude` is Anthropic's, any other goes to the
 * OpenAI-compatible server; one whose provider has no key is not lent.
 */
export function lentModels(environment: Environment): LentModel[] {
  const named = (environment.SKILLGROUND_MODEL ?? "").split(",").map((name) => name.trim());
  const names = named.some(Boolean) ? named.filter(Boolean) : [defaults.Anthropic, defaults.OpenAI];
  return [...new Set(names)].flatMap((model) => lentModel(model, environment) ?? []);
}

/** What pages may know: the models by their names only, and where else they may send requests. */
export function serverOffer(environment: Environment): ServerOffer {
  const models = lentModels(environment).map(({ model, label }) => ({ model, label }));
  return { models, connect: parseConnect(environment.SKILLGROUND_CONNECT) };
}

export function openModel({ provider, model, key, baseUrl }: LentModel): LanguageModelV4 {
  if (provider === "OpenAI") return createOpenAiModel({ model, key, baseUrl: baseUrl ?? openAiUrl });
  return createAnthropicModel({ model, key, ...(baseUrl && { baseUrl }) });
}

function lentModel(model: string, environment: Environment): LentModel | undefined {
  const provider = model.startsWith("claude") ? "Anthropic" : "OpenAI";
  const { key, baseUrl } =
    provider === "Anthropic"
      ? { key: environment.ANTHROPIC_API_KEY, baseUrl: environment.ANTHROPIC_BASE_URL }
      : { key: environment.OPENAI_API_KEY, baseUrl: environment.OPENAI_BASE_URL };
  if (!key) return undefined;
  return { model, label: `${model} (this server's key)`, provider, key, ...(baseUrl && { baseUrl }) };
}
