import { type Failure, FailureError } from "#lib/failure.ts";
import { parseJson } from "#lib/plain-json.ts";
import { hostOf } from "../model-settings.ts";
import { refusal } from "./listing.ts";
import { fetchWithoutUserAgent } from "./load-model.ts";
import { modelFailure } from "./model-failure.ts";
import { openrouter } from "./sources/openrouter.ts";
import { withoutRedirects } from "./wire-fetch.ts";

/** The page where a person consents; below, the endpoint that exchanges the code for a key. */
const authorisePage = "https://openrouter.ai/auth";
const keysAddress = `${openrouter.endpoint}/auth/keys`;

/** The path of this site to which OpenRouter sends people back. */
const returnPath = "/sign-in/openrouter";

/** Milliseconds after which a begun sign-in expires. */
const longestSignIn = 30 * 60_000;
/** Milliseconds within which the key must arrive. */
const deadline = 20_000;

/**
 * What is kept in the tab between the click and the return. Neither it nor the returned code is worth anything alone.
 */
export interface PendingSignIn {
  /** Comes back in the return address, so that no other page can slip in a code of its own. */
  readonly state: string;
  /** Proves that whoever asks for the key also began the sign-in. */
  readonly verifier: string;
  /** Where the person was: a path of this site with its query and fragment. */
  readonly returnTo: string;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
}

/** The result of a sign-in that came back: a key, or a sentence why not. */
export type SignInResult = { readonly key: string } | { readonly refused: string };

/**
 * Begins a sign-in by PKCE (RFC 7636, S256): it needs no secret of ours, and the code alone is worthless.
 * @param origin this site's
 */
export async function beginSignIn(
  origin: string,
  returnTo: string,
): Promise<{ readonly address: string; readonly pending: PendingSignIn }> {
  const [state, verifier] = [randomText(), randomText()];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    callback_url: `${origin}${returnPath}?state=${state}`,
    code_challenge: asText(new Uint8Array(digest)),
    code_challenge_method: "S256",
  });
  return { address: `${authorisePage}?${query}`, pending: { state, verifier, returnTo, begunAt: Date.now() } };
}

/**
 * Finishes a sign-in: exchanges the code in the return address for a key.
 * @param search the query of the return address
 * @param pending the kept value, not trusted to be unchanged
 */
export async function finishSignIn(
  search: string,
  pending: unknown,
  signal: AbortSignal,
  request: typeof fetch = fetchWithoutUserAgent,
): Promise<SignInResult> {
  const query = new URLSearchParams(search);
  if (!isPending(pending)) return refused("No sign-in was started in this tab, or it was already used. Start again.");
  if (Date.now() - pending.begunAt > longestSignIn)
    return refused("This sign-in is more than half an hour old. Start again.");
  if (query.get("state") !== pending.state)
    return refused("This answer does not match the sign-in started in this tab, so it was ignored.");
  const error = query.get("error_description") ?? query.get("error");
  if (error !== null) return refused(`OpenRouter did not sign you in. It says: “${error.slice(0, 200)}”.`);
  const code = query.get("code") ?? "";
  if (code === "") return refused("OpenRouter sent you back without a code: you may have cancelled there.");
  return { key: await keyFor(code, pending.verifier, signal, request) };
}

/** @throws FailureError */
async function keyFor(code: string, verifier: string, signal: AbortSignal, request: typeof fetch): Promise<string> {
  try {
    const response = await withoutRedirects(request)(keysAddress, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code, code_verifier: verifier, code_challenge_method: "S256" }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadline)]),
    });
    if (!response.ok) throw await refusal(keysAddress, response);
    const { key } = Object(parseJson(await response.text())) as { readonly key?: unknown };
    if (typeof key === "string" && /^[\x21-\x7e]{1,500}$/.test(key)) return key;
    throw new FailureError(unlisted("its answer holds no key"));
  } catch (caught) {
    if (signal.aborted) throw new FailureError({ code: "cancelled" }, { cause: caught });
    const failure = modelFailure(caught, hostOf(keysAddress));
    throw new FailureError(failure.code === "model-failed" ? unlisted(failure.detail) : failure, { cause: caught });
  }
}

function unlisted(detail: string): Failure {
  return { code: "model-unlisted", provider: hostOf(keysAddress), detail };
}

function refused(sentence: string): SignInResult {
  return { refused: sentence };
}

/** 256 random bits in characters that URLs and RFC 7636 allow. */
function randomText(): string {
  return asText(crypto.getRandomValues(new Uint8Array(32)));
}

/** Base64 for addresses, without padding. */
function asText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function isPending(value: unknown): value is PendingSignIn {
  const { state, verifier, returnTo, begunAt } = Object(value) as Partial<
    Readonly<Record<keyof PendingSignIn, unknown>>
  >;
  return (
    typeof state === "string" &&
    state.length === 43 &&
    typeof verifier === "string" &&
    verifier.length === 43 &&
    typeof begunAt === "number" &&
    typeof returnTo === "string"
  );
}

/** The address to which a person returns: the kept one where it is a path of this site, else the first page. */
export function returnAddress(pending: unknown, origin: string): string {
  const { returnTo } = Object(pending) as { readonly returnTo?: unknown };
  if (typeof returnTo !== "string" || !URL.canParse(returnTo, origin)) return "/";
  const url = new URL(returnTo, origin);
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : "/";
}
