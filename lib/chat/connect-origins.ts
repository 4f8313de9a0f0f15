import type { Failure } from "#lib/failure.ts";
import { hostOf } from "./models/model-label.ts";

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
