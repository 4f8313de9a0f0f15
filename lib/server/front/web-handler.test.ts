import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test, vi } from "vitest";
import { type WebHandler, webHandler } from "./web-handler.ts";

const closing: (() => unknown)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

async function open(handler: WebHandler) {
  const errors: unknown[] = [];
  const handle = webHandler(handler);
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      errors.push(error);
      response.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, errors };
}

test("a route reads a request's method, path, headers and body, and its answer comes with the headers of the API", async () => {
  const { url } = await open(async (request) => {
    const { pathname } = new URL(request.url);
    const told = { method: request.method, pathname, key: request.headers.get("x-key"), body: await request.text() };
    return Response.json(told, { status: 201, headers: { "x-own": "1" } });
  });
  const answer = await fetch(`${url}/api/room/x?y`, { method: "POST", body: "words", headers: { "x-key": "k" } });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toEqual({ method: "POST", pathname: "/api/room/x", key: "k", body: "words" });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "x-own": "1",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
});

test("a site's name that is none does not keep a request from its route", async () => {
  const { port } = await open(async (request) => new Response(request.headers.get("host")));
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /api/room HTTP/1.1\r\nHost: [nothing\r\nConnection: close\r\n\r\n");
  expect(await text(socket)).toContain("[nothing");
});

test("parts of an answer arrive as they come, and the route is told when its reader leaves", async () => {
  let told: AbortSignal | undefined;
  const ended = vi.fn();
  const { url, errors } = await open(async ({ signal }) => {
    told = signal;
    const start = (controller: ReadableStreamDefaultController) => controller.enqueue(new TextEncoder().encode("one"));
    return new Response(new ReadableStream({ start, cancel: ended }));
  });
  const leaving = new AbortController();
  const { body } = await fetch(url, { signal: leaving.signal });
  const reader = body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("one");
  leaving.abort();
  await expect.poll(() => told?.aborted).toBe(true);
  await expect.poll(() => ended.mock.calls.length).toBe(1);
  expect(errors).toEqual([]);
});

test("who leaves while a body is on its way is nobody's mistake; what a route throws is", async () => {
  let isReading = false;
  const { port, url, errors } = await open(async (request) => {
    if (request.method === "GET") throw new Error("bug");
    isReading = true;
    return new Response(await request.text());
  });
  const socket = connect(port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf");
  await expect.poll(() => isReading).toBe(true);
  socket.destroy();
  await expect(fetch(url)).rejects.toThrow();
  expect(errors).toEqual([new Error("bug")]);
});
