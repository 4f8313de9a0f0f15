/** The model that a person has chosen. */
export interface ModelChoice {
  readonly source: string;
  /** The model's name, as its source writes it. */
  readonly model: string;
  /** Where a `compatible` host or a `local` server answers, up to and including `/v1`. */
  readonly baseUrl?: string;
}

/**
 * The chosen model with the keys. They live in memory as long as the page, apart from keys that the person has asked to
 * remember.
 */
export interface ModelSettings {
  readonly choice: ModelChoice;
  /** Each key by the origin for which it was typed: it is sent to no other. */
  readonly keys: Readonly<Record<string, string>>;
  /** Origins whose remembered keys on this device are locked by a passphrase. */
  readonly locked?: readonly string[];
  /** The context window in tokens, where the person has set it. */
  readonly window?: number;
}

export const demoChoice: ModelChoice = { source: "demo", model: "demo" };
export const defaultModelSettings: ModelSettings = { choice: demoChoice, keys: {} };

/** What a page learns from its server (`GET /api/chat`). */
export interface ServerOffer {
  /** The models that the server lends; empty without a key in its environment. */
  readonly models: readonly ServerModel[];
  /** Origins that the page may send requests to besides the known providers (`SKILLGROUND_CONNECT`). */
  readonly connect: readonly string[];
  /** The sites whose pages may embed views of a workspace (`SKILLGROUND_EMBED`). */
  readonly embed: EmbedOrigins;
  /** Whether live rooms can be opened on this server. */
  readonly rooms: boolean;
}

/** An empty list allows no other site. */
export type EmbedOrigins = "everybody" | readonly string[];

/** A model that the server lends. */
export interface ServerModel {
  readonly model: string;
  readonly label: string;
}

/** The key that was typed for the origin of `endpoint`; empty where there is none. */
export function keyFor(keys: ModelSettings["keys"], endpoint: string | undefined): string {
  const origin = originOf(endpoint ?? "");
  return (origin !== undefined && Object.hasOwn(keys, origin) && keys[origin]) || "";
}

/** The origin of `url`; `undefined` where `url` is not a web address. */
export function originOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, protocol } = new URL(url);
  return /^https?:$/.test(protocol) ? origin : undefined;
}

/** The host of `url`; `url` itself where it is not an address. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
