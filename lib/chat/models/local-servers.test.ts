import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { findLocalServers, localServers } from "./local-servers.ts";

const running: Server[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function start(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  running.push(server);
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const [ollama, lmStudio, llamaCpp] = localServers.map(({ baseUrl }) => new URL(baseUrl).host);
const lab = "https://lab.example";

/**
 * `fetch` as a page of `lab` sees it, with `hosts` in the usual places: like a browser, it hides what the page may not
 * read.
 */
function pageFetch(hosts: Readonly<Record<string, string>>): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input));
    const host = hosts[url.host];
    if (host === undefined) throw new TypeError("Failed to fetch");
    url.host = host;
    const isOpaque = init?.mode === "no-cors";
    const response = await fetch(url, { signal: init?.signal ?? null, headers: isOpaque ? {} : { origin: lab } });
    if (isOpaque) return new Response(null);
    const allowed = response.headers.get("access-control-allow-origin");
    if (allowed !== "*" && allowed !== lab) throw new TypeError("Failed to fetch");
    return response;
  };
}

/** Ollama's behaviour towards pages: it answers those of this computer, and of the origins in `OLLAMA_ORIGINS`. */
const ollamaServer =
  (origins: readonly string[]): RequestListener =>
  (request, response) => {
    const { origin } = request.headers;
    if (origin !== undefined && !origins.includes(origin)) return void response.writeHead(403).end();
    const headers = { "content-type": "application/json", ...(origin && { "access-control-allow-origin": origin }) };
    if (request.url !== "/v1/models") return void response.writeHead(404, headers).end("404 page not found");
    const data = [{ id: "qwen3:8b" }, { id: "nomic-embed-text:latest" }];
    response.writeHead(200, headers).end(JSON.stringify({ object: "list", data }));
  };

const never = new AbortController().signal;
const kinds = async (hosts: Readonly<Record<string, string>>) =>
  (await findLocalServers(never, { fetch: pageFetch(hosts) })).map(({ kind }) => kind);

test("a server that lets this page in is found with its models, without those that only embed", async () => {
  const host = await start(ollamaServer([lab]));
  const findings = await findLocalServers(never, { fetch: pageFetch({ [ollama ?? ""]: host }) });
  expect(findings[0]).toMatchObject({ kind: "found", models: [{ model: "qwen3:8b" }] });
  expect(findings.slice(1).map(({ kind }) => kind)).toEqual(["silent", "silent"]);
});

test("one that lets no page of this site read is told apart from none, and from something else at its port", async () => {
  const closed = await start(ollamaServer([]));
  const other = await start((_, response) => response.writeHead(404, { "access-control-allow-origin": "*" }).end());
  expect(await kinds({ [ollama ?? ""]: closed, [lmStudio ?? ""]: other })).toEqual(["closed", "other", "silent"]);
});

test("one that takes the connection and never answers is not waited for for ever", async () => {
  const hanging = await start(() => {});
  const request = pageFetch({ [llamaCpp ?? ""]: hanging });
  const findings = await findLocalServers(never, { patience: 50, fetch: request });
  expect(findings.map(({ kind }) => kind)).toEqual(["silent", "silent", "silent"]);
});

test("looking ends when the person has had enough", async () => {
  const hanging = await start(() => {});
  const stopping = new AbortController();
  const looking = findLocalServers(stopping.signal, {
    access: "prompt",
    fetch: pageFetch({ [ollama ?? ""]: hanging }),
  });
  setTimeout(() => stopping.abort(), 20);
  await expect(looking).rejects.toMatchObject({ name: "AbortError" });
});

test("the line that lets this page in names its origin, for each way to start Ollama", () => {
  const lines = localServers[0]?.permits(lab).map(({ line }) => line) ?? [];
  expect(lines).toContain(`OLLAMA_ORIGINS="${lab}" ollama serve`);
  for (const line of lines) expect(line).toContain(lab);
});
