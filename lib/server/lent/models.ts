import type { LanguageModelV4 } from "@ai-sdk/provider";
import { hostOf, type ServerModel, type ServerOffer } from "#lib/chat/model-settings.ts";
import type { Lending, ModelSource } from "#lib/chat/models/source.ts";
import { compatible } from "#lib/chat/models/sources/compatible.ts";
import { modelSourceById, modelSources } from "#lib/chat/models/sources.ts";
import { parseConnect, parseEmbed } from "#lib/server/policy.ts";
import { offersRooms } from "#lib/server/rooms/room-deps.ts";

/** The variables that decide what this server lends. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A model that the server lends, with the key it must never show. */
export interface LentModel extends ServerModel {
  readonly source: string;
  /** The host that answers. */
  readonly provider: string;
  readonly key: string;
  readonly baseUrl: string;
}

interface Lender extends Lending {
  readonly source: ModelSource;
}

/** Sources that claim models by name first, then the one for all others. */
const lenders: readonly Lender[] = modelSources
  .flatMap((source) => (source.lending ? [{ source, ...source.lending }] : []))
  .toSorted((one, other) => Number(one.names === undefined) - Number(other.names === undefined));

/**
 * The models that the environment lends: those listed in `SKILLGROUND_MODEL`, separated by commas, else one of each
 * provider with a key. A name that begins with `claude` is Anthropic's, with `gemini` Google's where there is a Google
 * key; any other goes to the server of `OPENAI_BASE_URL`. A model whose provider has no key is not lent.
 */
export function lentModels(environment: Environment): LentModel[] {
  const named = (environment.SKILLGROUND_MODEL ?? "").split(",").map((name) => name.trim());
  const names = named.some(Boolean) ? named.filter(Boolean) : lenders.flatMap(({ source }) => source.usualModel ?? []);
  return [...new Set(names)].flatMap((model) => lentModel(model, environment) ?? []);
}

/** What pages may know: the names of the models, and the other origins to which pages may send requests. */
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
  return modelSourceById(source).open({ model, key, baseUrl });
}

function lentModel(model: string, environment: Environment): LentModel | undefined {
  const keyOf = ({ variable }: Lender) => environment[`${variable}_API_KEY`];
  const isAskedOf = (one: Lender) => (one.names?.test(model) ?? true) && (one.isOnly || Boolean(keyOf(one)));
  const lender = lenders.find(isAskedOf);
  const key = lender && keyOf(lender);
  if (!lender || !key) return undefined;
  const given = environment[`${lender.variable}_BASE_URL`] || undefined;
  const source = given === undefined ? lender.source : sourceAt(given, lender.source);
  const baseUrl = given ?? source.endpoint ?? "";
  const label = `${model} (this server's key)`;
  return { model, label, source: source.id, provider: hostOf(baseUrl), key, baseUrl };
}

/**
 * The protocol of a server at another address: OpenAI's newest API is only its own, other makers' protocols are used
 * unchanged.
 */
function sourceAt(baseUrl: string, lender: ModelSource): ModelSource {
  if (!lender.speaksOpenAi) return lender;
  const isThere = ({ endpoint, speaksOpenAi }: ModelSource) =>
    speaksOpenAi && endpoint !== undefined && hostOf(endpoint) === hostOf(baseUrl);
  return modelSources.find(isThere) ?? compatible;
}
