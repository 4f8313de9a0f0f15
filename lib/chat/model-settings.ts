import type { Failure } from "#lib/failure.ts";
import { defaultWindow } from "#lib/harness/vocabulary/catalog.ts";
import type { ModelLabel } from "./message.ts";

/** The models a person can choose. `server-*` use the key of the server's environment through `/api/chat`. */
export type ModelChoice =
  | { readonly kind: "demo" }
  | { readonly kind: "server"; readonly model: string }
  | { readonly kind: "anthropic"; readonly model: string }
  | { readonly kind: "openai-compatible"; readonly baseUrl: string; readonly model: string };

/** Keys live here and nowhere else: in memory, for as long as the page. */
export interface ModelSettings {
  readonly choice: ModelChoice;
  readonly anthropicKey: string;
  readonly openaiKey: string;
  /** What the model takes in, in tokens, where the person says so. */
  readonly window?: number;
}

/** What a model takes in, in tokens: as the person says, as its maker says, or `defaultWindow`. */
export function windowOf({ choice, window }: ModelSettings): number {
  const model = choice.kind === "demo" ? "" : choice.model;
  return window ?? windows.find(([name]) => name.test(model))?.[1] ?? defaultWindow;
}

/** What models take in, in tokens, by their makers' lists; the first that fits counts. */
const windows: readonly (readonly [RegExp, number])[] = [
  [/\[1m\]$/i, 1_000_000],
  [/(?:^|\/)gpt-4\.1/, 1_047_576],
  [/(?:^|\/)gpt-4o/, 128_000],
  [/(?:^|\/)gpt-5/, 400_000],
  [/(?:^|\/)gemini-/, 1_048_576],
];

export const defaultModelSettings: ModelSettings = { choice: { kind: "demo" }, anthropicKey: "", openaiKey: "" };

/** What a page learns from its server (`GET /api/chat`). */
export interface ServerOffer {
  /** What it lends: none without a key in its environment. */
  readonly models: readonly ServerModel[];
  /** Origins that the page may send requests to besides the known providers (`SKILLGROUND_CONNECT`). */
  readonly connect: readonly string[];
}

/** A model that the server lends. */
export interface ServerModel {
  readonly model: string;
  readonly label: string;
}

/** How a choice is named beside its answers. `provider` is the word used in failures. */
export function modelLabel(choice: ModelChoice): ModelLabel {
  switch (choice.kind) {
    case "demo":
      return { provider: "Demo", model: "demo", label: "Demo model (scripted, not an AI)", scripted: true };
    case "server":
      return { provider: "this server", model: choice.model, label: choice.model, scripted: false };
    case "anthropic":
      return { provider: "Anthropic", model: choice.model, label: choice.model, scripted: false };
    case "openai-compatible":
      return { provider: hostOf(choice.baseUrl), model: choice.model, label: choice.model, scripted: false };
  }
}

/** The host of `url`, or what stands in its place. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/**
 * Where the page may send a request besides its own server: the `connect-src` of the content security policy. A
 * provider that is not here cannot be reached from the browser with a person's own key, so whatever in the page means
 * harm cannot send anything there either. `:*` stands for any port: model servers on the person's own machine.
 */
export const connectOrigins: readonly string[] = [
  "https://api.anthropic.com",
  "https://api.openai.com",
  "https://openrouter.ai",
  "https://generativelanguage.googleapis.com",
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
