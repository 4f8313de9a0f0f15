import { Agent, type Dispatcher, request } from "undici";
import { failureOf } from "#lib/failure.ts";
import { guardedConnector } from "#lib/server/relay/guarded-connector.ts";

/** A site's answer for a link. `dead`: nobody can read what the author meant; `unclear`: a program cannot tell. */
export type LinkState = { readonly kind: "alive" } | { readonly kind: "dead" | "unclear"; readonly reason: string };

/** Limits for asking links. */
export interface LinkBounds {
  readonly links: number;
  readonly atOnce: number;
  readonly redirects: number;
  /** Milliseconds for one link, including redirects. */
  readonly eachMs: number;
  /** Milliseconds for all links together. */
  readonly totalMs: number;
}

export const linkBounds: LinkBounds = { links: 200, atOnce: 4, redirects: 5, eachMs: 10_000, totalMs: 120_000 };

interface AskOptions {
  readonly bounds?: LinkBounds;
  /** Makes the connections. By default only to public addresses, over https, whatever an author has written or a site redirects to. */
  readonly dispatcher?: Dispatcher;
}

/** Requests each link once: by HEAD or, if a site does not answer that, by GET without reading the body. */
export async function askLinks(
  targets: readonly string[],
  { bounds = linkBounds, dispatcher = new Agent({ connect: guardedConnector() }) }: AskOptions = {},
): Promise<ReadonlyMap<string, LinkState>> {
  const states = new Map<string, LinkState>();
  const whole = AbortSignal.timeout(bounds.totalMs);
  const waiting = [...new Set(targets)];
  for (const target of waiting.splice(bounds.links)) {
    states.set(target, { kind: "unclear", reason: `it is not asked: there are more than ${bounds.links} links` });
  }
  const askNext = async () => {
    for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
      states.set(target, await askLink(target, { bounds, dispatcher, whole }));
    }
  };
  await Promise.all(Array.from({ length: bounds.atOnce }, askNext));
  await dispatcher.close();
  return states;
}

interface Asking {
  readonly bounds: LinkBounds;
  readonly dispatcher: Dispatcher;
  readonly whole: AbortSignal;
}

async function askLink(target: string, { bounds, dispatcher, whole }: Asking): Promise<LinkState> {
  const signal = AbortSignal.any([whole, AbortSignal.timeout(bounds.eachMs)]);
  try {
    return await follow(target, bounds.redirects, { dispatcher, signal });
  } catch (caught) {
    return stateOf(caught, signal);
  }
}

interface Connection {
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
}

async function follow(target: string, redirects: number, connection: Connection): Promise<LinkState> {
  const url = /^www\./i.test(target) ? `https://${target}` : target;
  if (!URL.canParse(url)) return { kind: "dead", reason: "it is no address" };
  let { status, location } = await ask(url, "HEAD", connection);
  // Some sites do not support HEAD, or answer it differently from the page itself.
  if (status >= 400 && status !== 410) ({ status, location } = await ask(url, "GET", connection));
  if (status >= 300 && status < 400 && location !== undefined && URL.canParse(location, url)) {
    if (redirects === 0) return { kind: "unclear", reason: "it redirects again and again" };
    return follow(new URL(location, url).href, redirects - 1, connection);
  }
  if (status < 400) return { kind: "alive" };
  if (status === 404 || status === 410) return { kind: "dead", reason: `its site answers ${status}: nothing is there` };
  return { kind: "unclear", reason: `its site answers ${status}` };
}

async function ask(url: string, method: "HEAD" | "GET", { dispatcher, signal }: Connection) {
  const { statusCode, headers, body } = await request(url, {
    method,
    dispatcher,
    signal,
    headers: { "user-agent": "skillground lint-workshop", accept: "*/*" },
  });
  // The body is not read. Destroying it causes an error that means nothing.
  body.on("error", () => undefined).destroy();
  const { location } = headers;
  return { status: statusCode, location: Array.isArray(location) ? location[0] : location };
}

function stateOf(caught: unknown, signal: AbortSignal): LinkState {
  const failure = failureOf(caught);
  if (failure?.code === "host-refused") return { kind: "dead", reason: `it is not asked: ${failure.reason}` };
  if (signal.aborted) return { kind: "unclear", reason: "its site has not answered in time" };
  const { code } = Object(caught) as { readonly code?: unknown };
  if (code === "ENOTFOUND") return { kind: "dead", reason: "there is no site of that name" };
  if (!(caught instanceof Error)) throw caught;
  return {
    kind: "unclear",
    reason: `its site cannot be reached (${typeof code === "string" ? code : caught.message})`,
  };
}
