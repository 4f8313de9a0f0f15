import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a person does on OpenRouter's page: agrees, refuses, or returns with a wrong state or without a code. */
export type Consent = "yes" | "no" | "other-state" | "no-code";

export interface FakeAccount {
  /** Replaces `https://openrouter.ai`. */
  readonly origin: string;
  /** The key that the next sign-in returns. */
  readonly key: string;
  /** Bodies of the requests that exchanged a code for a key. */
  readonly exchanges: readonly unknown[];
  consent: Consent;
  stop(): Promise<void>;
}

/** A code that can be exchanged once. */
interface Grant {
  readonly challenge: string;
  readonly method: string;
}

const anyOrigin = { "access-control-allow-origin": "*", "access-control-allow-headers": "authorization, content-type" };

/**
 * OpenRouter's sign-in on 127.0.0.1, as documented (PKCE without a client): the page that redirects back, the exchange of a code, which is
 * valid once and only with the right verifier, the key's account, and the list of models.
 */
export async function startOpenRouterAccount(models: readonly object[]): Promise<FakeAccount> {
  const grants = new Map<string, Grant>();
  const exchanges: unknown[] = [];
  const account = { consent: "yes" as Consent, key: "sk-or-v1-of-the-fake", exchanges };

  function authorise(query: URLSearchParams, response: ServerResponse): void {
    const callback = query.get("callback_url") ?? "";
    const challenge = query.get("code_challenge") ?? "";
    const method = query.get("code_challenge_method") ?? "";
    if (!URL.canParse(callback) || challenge.length !== 43 || method !== "S256") {
      json(response, 400, error(400, "Invalid callback_url or code_challenge"));
      return;
    }
    const back = new URL(callback);
    const code = `code-${grants.size + 1}`;
    grants.set(code, { challenge, method });
    if (account.consent === "other-state") back.searchParams.set("state", "x".repeat(43));
    if (account.consent === "no") back.searchParams.set("error", "access_denied");
    else if (account.consent !== "no-code") back.searchParams.set("code", code);
    // The consent page has a link back, as its button would lead.
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<title>OpenRouter</title><a href="${back.href.replaceAll("&", "&amp;")}">Authorize</a>`);
  }

  function exchange(body: unknown, response: ServerResponse): void {
    exchanges.push(body);
    const { code, code_verifier, code_challenge_method } = Object(body) as Readonly<Record<string, string>>;
    const grant = grants.get(code ?? "");
    grants.delete(code ?? "");
    const hash = createHash("sha256")
      .update(code_verifier ?? "")
      .digest("base64url");
    const isMethod = code_challenge_method === grant?.method;
    if (grant && isMethod && hash === grant.challenge) json(response, 200, { key: account.key, user_id: "user_1" });
    else if (grant && !isMethod) json(response, 400, error(400, "Invalid code_challenge_method"));
    else json(response, 403, error(403, "Invalid code or code_verifier"));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://fake");
    if (request.method === "OPTIONS") return void response.writeHead(204, anyOrigin).end();
    switch (pathname) {
      case "/auth":
        return authorise(searchParams, response);
      case "/api/v1/auth/keys":
        return exchange(JSON.parse(await textOf(request)), response);
      case "/api/v1/models":
        return json(response, 200, { data: models });
      case "/api/v1/key":
        return request.headers.authorization === `Bearer ${account.key}`
          ? json(response, 200, { data: { label: "sk-or-v1-…", limit: null, limit_remaining: null, usage: 0 } })
          : json(response, 401, error(401, "No auth credentials found"));
      default:
        return json(response, 404, error(404, "Not found"));
    }
  }

  const server = createServer((request, response) => {
    void answer(request, response).catch((caught: Error) => response.destroy(caught));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(account, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function error(code: number, message: string) {
  return { error: { code, message } };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json", ...anyOrigin }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
