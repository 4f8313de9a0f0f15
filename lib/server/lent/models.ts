import type { LanguageModelV4 } from "@ai-sdk/provider";
import { endpoints, hostOf, type ServerModel, type ServerOffer } from "#lib/chat/model-settings.ts";
import { modelSources } from "#lib/chat/models/sources.ts";
import { parseConnect, parseEmbed } from "#lib/server/policy.ts";
import { offersRooms } from "#lib/server/rooms/room-deps.ts";

/** The variables that decide what this server lends. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A model that the server lends, with the key it must never show. */
export interface LentModel extends ServerModel {
  readonly source: "anthropic" | "openai" | "google" | "openrouter" | "compatible";
  /** The host that answers. */
  readonly provider: string;
  readonly key: string;
  readonly baseUrl: string;
}

/** Whose key is in which variable, which models are its, and what is lent of it where none is named. */
const lenders = [
  { maker: "ANTHROPIC", source: "anthropic", names: /^claude/, usual: "claude-sonnet-4-5" },
  { maker: "GOOGLE", source: "google", names: /^gemini/, usual: "gemini-flash-latest" },
  { maker: "OPENAI", source: "openai", names: /^/, usual: "gpt-5-mini" },
] as const;

/**
 * The models that the environment lends: those `SKILLGROUND_MODEL` names, separated by commas, else one of
 * each provider with a key. A name that begins with `claude` is Anthropic's, with `gemini` Google's where there is a key of
 * Google, any other goes to the server of `OPENAI_BASE_URL`; one whose provider has no key is not lent.
 */
export function lentModels(environment: Environment): LentModel[] {
  const named = (environment.SKILLGROUND_MODEL ?? "").split(",").map((name) => name.trim());
  const names = named.some(Boolean) ? named.filter(Boolean) : lenders.map(({ usual }) => usual);
  return [...new Set(names)].flatMap((model) => lentModel(model, environment) ?? []);
}

/** What pages may know: the models by their names only, and where else they may send requests. */
export function serverOffer(environment: Environment): ServerOffer {
  const models = lentModels(environment).map(({ model, label }) => ({ model, label }));
  return {
    models,
    connect: parseConnect(environment.SKILLGROUND_CONNECT),
    embed: parseEmbed(environment.SKILLGROUND_EMBED),
    rooms: offersRooms(environment),
  };
}

export function openModel({ source, model, key, baseUrl }: LentModel): Promise<LanguageModelV4> {
  return modelSources[source].open({ model, key, baseUrl });
}

function lentModel(model: string, environment: Environment): LentModel | undefined {
  const hasKey = ({ maker }: (typeof lenders)[number]) => Boolean(environment[`${maker}_API_KEY`]);
  const isItsOwn = ({ maker, names }: (typeof lenders)[number]) => names.test(model) && maker !== "GOOGLE";
  const lender = lenders.find((one) => one.names.test(model) && (hasKey(one) || isItsOwn(one)));
  const key = lender && environment[`${lender.maker}_API_KEY`];
  if (!lender || !key) return undefined;
  const given = environment[`${lender.maker}_BASE_URL`] || undefined;
  const source = lender.source === "openai" ? sourceAt(given) : lender.source;
  const baseUrl = given ?? endpoints[lender.source];
  return { model, label: `${model} (this server's key)`, source, provider: hostOf(baseUrl), key, baseUrl };
}

/** Which protocol a server of `OPENAI_BASE_URL` speaks: OpenAI's newest is its own alone. */
function sourceAt(baseUrl: string | undefined): "openai" | "openrouter" | "compatible" {
  if (baseUrl === undefined || isAt(baseUrl, endpoints.openai)) return "openai";
  return isAt(baseUrl, endpoints.openrouter) ? "openrouter" : "compatible";
}

function isAt(url: string, endpoint: string): boolean {
  return hostOf(url) === hostOf(endpoint);
}
