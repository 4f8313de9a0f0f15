import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askLinks, type LinkState, linkBounds } from "./ask-links.ts";

let server: Server;
let origin: string;
const asked: string[] = [];

const answer: RequestListener = ({ method, url = "" }, response) => {
  asked.push(`${method} ${url}`);
  const go = (status: number, headers: Record<string, string> = {}) => response.writeHead(status, headers).end();
  const [, code] = /^\/(\d+)$/.exec(url) ?? [];
  if (code !== undefined) return go(Number(code));
  if (url === "/get-only") return go(method === "HEAD" ? 405 : 200);
  if (url === "/moved") return go(301, { location: "/200" });
  if (url === "/round") return go(302, { location: "/round" });
  if (url === "/inside") return go(302, { location: "http://[::1]:1/" });
  if (url === "/endless" && method === "HEAD") return go(405);
  // Any other address is never answered.
  return url === "/endless" && response.writeHead(200).write("x".repeat(100_000));
};

beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Asks as a client that may connect to this machine. */
async function ask(paths: readonly string[], bounds = linkBounds): Promise<readonly LinkState[]> {
  asked.length = 0;
  const states = await askLinks(
    paths.map((path) => origin + path),
    { bounds, dispatcher: new Agent() },
  );
  return paths.map((path) => states.get(origin + path) as LinkState);
}

test.each([
  ["/200", { kind: "alive" }, ["HEAD"]],
  ["/moved", { kind: "alive" }, ["HEAD", "HEAD"]],
  ["/get-only", { kind: "alive" }, ["HEAD", "GET"]],
  ["/404", { kind: "dead", reason: "its site answers 404: nothing is there" }, ["HEAD", "GET"]],
  ["/410", { kind: "dead" }, ["HEAD"]],
  ["/403", { kind: "unclear", reason: "its site answers 403" }, ["HEAD", "GET"]],
  ["/503", { kind: "unclear" }, ["HEAD", "GET"]],
])("%s is %o", async (path, state, methods) => {
  expect(await ask([path])).toMatchObject([state]);
  expect(asked.map((line) => line.split(" ", 1)[0])).toEqual(methods);
});

test("a site that redirects for ever, and one that never answers, are left", async () => {
  expect(await ask(["/round"])).toEqual([{ kind: "unclear", reason: "it redirects again and again" }]);
  expect(asked).toHaveLength(linkBounds.redirects + 1);
  const quick = { ...linkBounds, eachMs: 50 };
  expect(await ask(["/silent"], quick)).toEqual([{ kind: "unclear", reason: "its site has not answered in time" }]);
});

test("no body is read, no link is asked twice, and no more than a few hundred are", async () => {
  expect(await ask(["/endless"])).toEqual([{ kind: "alive" }]);
  await ask(["/200", "/200", "/200"]);
  expect(asked).toHaveLength(1);
  const states = await ask(["/200", "/204", "/205"], { ...linkBounds, links: 2 });
  expect(states.map(({ kind }) => kind)).toEqual(["alive", "alive", "unclear"]);
});

test("what is not on the public internet is never asked, not even by a redirect, a name or another scheme", async () => {
  asked.length = 0;
  const port = new URL(origin).port;
  const inside = [
    `${origin}/200`,
    `https://127.0.0.1:${port}/`,
    `https://localhost:${port}/`,
    "https://[::1]/",
    "https://169.254.169.254/latest/meta-data/",
    "https://10.0.0.1/",
    "http://example.org/",
    "https://",
  ];
  const states = await askLinks(inside);
  for (const target of inside) expect([target, states.get(target)?.kind]).toEqual([target, "dead"]);
  expect(asked).toEqual([]);
  expect(states.get("https://10.0.0.1/")).toMatchObject({
    reason: "it is not asked: it is not on the public internet",
  });
});
