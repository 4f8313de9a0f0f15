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
}

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
