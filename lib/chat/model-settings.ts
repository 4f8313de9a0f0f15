import type { Failure } from "#lib/failure.ts";
import { defaultWindow } from "#lib/harness/vocabulary/catalog.ts";
import type { ModelLabel } from "./message.ts";

/**
 * Where the requests of providers go that have one address, up to and including the version. The page's policy lets it
 * reach these, so a provider that is not here cannot be called from the browser.
 */
export const endpoints = {
  anthropic: "https://api.anthropic.com/v1",
  openai: "https://api.openai.com/v1",
  openrouter: "https://openrouter.ai/api/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  mistral: "https://api.mistral.ai/v1",
} as const;

/**
 * The sources of models, each a file of `models/sources`: `demo` is the scripted one, `browser` what the browser itself
 * brings, `local` a server on the person's own computer, `download` what was fetched into the page, `server` what the server of this
 * page lends, `compatible` any host that speaks OpenAI's chat completions.
 */
export const sourceIds = [
  "demo",
  "browser",
  "openrouter",
  "local",
  "download",
  "anthropic",
  "openai",
  "google",
  "mistral",
  "compatible",
  "server",
] as const;

export type SourceId = (typeof sourceIds)[number];

/** The model that a person has chosen. */
export interface ModelChoice {
  readonly source: SourceId;
  /** The model's name, as its source writes it. */
  readonly model: string;
  /** Where a `compatible` host or a `local` server answers, up to and including `/v1`. */
  readonly baseUrl?: string;
}

/** Whether it is part of a choice where that source answers. */
export function takesAddress(source: SourceId): source is "local" | "compatible" {
  return source === "local" || source === "compatible";
}

/** The model that answers, with the keys: in memory, for as long as the page, besides what a person has remembered. */
export interface ModelSettings {
  readonly choice: ModelChoice;
  /** Each key by the origin that it was typed for: it is sent to no other. */
  readonly keys: Readonly<Record<string, string>>;
  /** Origins whose keys are remembered on this device, and locked by a passphrase. */
  readonly locked?: readonly string[];
  /** What the model takes in, in tokens, where the person says so. */
  readonly window?: number;
}

/** What a model takes in, in tokens: as the person says, as its maker says, or `defaultWindow`. */
export function windowOf({ choice, window }: Pick<ModelSettings, "choice" | "window">): number {
  const model = choice.source === "demo" ? "" : choice.model;
  return window ?? windows.find(([name]) => name.test(model))?.[1] ?? defaultWindow;
}

/** What models take in, in tokens, by their makers' lists of August 2026; the first that fits counts. */
const windows: readonly (readonly [RegExp, number])[] = [
  // Chrome's Gemini Nano; what another browser's takes in is learned when it is prepared.
  [/^built-in$/, 9216],
  // What a downloaded one is given room for (`models/downloaded/weights.ts`).
  [/-MLC$/, 8192],
  [/\[1m\]$/i, 1_000_000],
  [/(?:^|\/)claude-(?:(?:opus|sonnet|fable|mythos)-[5-9]|opus-4[-.][78])(?!\d)/, 1_000_000],
  [/(?:^|\/)gpt-5\.[4-9]/, 1_050_000],
  [/(?:^|\/)gpt-5(?:\.\d)?-chat/, 128_000],
  [/(?:^|\/)gpt-4\.1/, 1_047_576],
  [/(?:^|\/)gpt-4o/, 128_000],
  [/(?:^|\/)gpt-5/, 400_000],
  [/(?:^|\/)gemini-/, 1_048_576],
];

/** The name under which the browser's own model is chosen: it does not say which one it is. */
export const builtInModel = "built-in";

export const demoChoice: ModelChoice = { source: "demo", model: "demo" };
export const defaultModelSettings: ModelSettings = { choice: demoChoice, keys: {} };

/** What a page learns from its server (`GET /api/chat`). */
export interface ServerOffer {
  /** The models that the server lends; empty without a key in its environment. */
  readonly models: readonly ServerModel[];
  /** Origins that the page may send requests to besides the known providers (`SKILLGROUND_CONNECT`). */
  readonly connect: readonly string[];
  /** Whose pages may hold views of a workspace (`SKILLGROUND_EMBED`). */
  readonly embed: EmbedOrigins;
  /** Whether live rooms can be opened on it. */
  readonly rooms: boolean;
}

/** Empty: no other site's pages may. */
export type EmbedOrigins = "everybody" | readonly string[];

/** A model that the server lends. */
export interface ServerModel {
  readonly model: string;
  readonly label: string;
}

/** Where a choice's requests go straight from the page; `undefined` where they do not. */
export function endpointOf({ source, baseUrl }: Pick<ModelChoice, "source" | "baseUrl">): string | undefined {
  if (takesAddress(source)) return baseUrl;
  return source in endpoints ? endpoints[source as keyof typeof endpoints] : undefined;
}

/** The key that was typed for the origin of `endpoint`; empty where there is none. */
export function keyFor(keys: ModelSettings["keys"], endpoint: string | undefined): string {
  const origin = originOf(endpoint ?? "");
  return (origin !== undefined && Object.hasOwn(keys, origin) && keys[origin]) || "";
}

/** The origin of `url`; `undefined` for what is no address of the web. */
export function originOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, protocol } = new URL(url);
  return /^https?:$/.test(protocol) ? origin : undefined;
}

/** How a choice is named beside its answers. `provider` is the word used in failures: the host that answers. */
export function modelLabel(choice: ModelChoice): ModelLabel {
  const { source, model } = choice;
  if (source === "demo")
    return { provider: "Demo", model: "demo", label: "Demo model (scripted, not an AI)", scripted: true };
  const provider = placesWithoutHost[source] ?? hostOf(endpointOf(choice) ?? "");
  const label = source === "browser" ? "The browser's own model" : model;
  return { provider, model, label, scripted: false };
}

/** What stands in failures for sources that are reached without an address. */
const placesWithoutHost: Partial<Readonly<Record<SourceId, string>>> = {
  server: "this server",
  browser: "this browser",
  download: "this browser",
};

/** The host of `url`, or what stands in its place. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/**
 * Where the page may send a request besides its own server: the `connect-src` of the content security policy. A
 * provider that is not here cannot be reached from the browser with a person's own key, so whatever in the page means
 * harm cannot send anything there either. `:*` stands for any port: model servers on the person's own machine.
 */
export const connectOrigins: readonly string[] = [
  ...Object.values(endpoints).map((url) => new URL(url).origin),
  "http://localhost:*",
  "http://127.0.0.1:*",
];

/**
 * Why the policy keeps the page from the model server at `url`; `undefined` when it does not.
 * @param own the page's origin.
 * @param more origins that the operator added (`SKILLGROUND_CONNECT`); while the page does not know them, nothing is said.
 */
export function connectFailure(url: string, own: string, more: readonly string[] | undefined): Failure | undefined {
  if (!more || mayConnect(url, own, more)) return undefined;
  return { code: "model-blocked", provider: hostOf(url), origins: [...connectOrigins, ...more] };
}

function mayConnect(url: string, own: string, more: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, protocol, hostname } = new URL(url);
  const matches = (allowed: string) => allowed === origin || allowed === `${protocol}//${hostname}:*`;
  return [own, ...connectOrigins, ...more].some(matches);
}
