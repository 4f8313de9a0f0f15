import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { testHost } from "#lib/chat/host-fixture.ts";
import type { SkillToolOffer } from "#lib/chat/session.ts";
import { calls, open, textOf } from "#lib/chat/turns/session-fixture.ts";
import { failureText } from "#lib/failure-text.ts";
import { wholeAnswers } from "#test/servers/providers/whole-answers.ts";
import { createFakes, ways } from "#test/wires.ts";
import { askEndpoint } from "./ask-endpoint.ts";
import { createRemoteModel } from "./remote-model.ts";

const start = createFakes();

const stops: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

/** A host that records its requests, and which none should reach. */
async function startOther() {
  const got: string[] = [];
  const server = createServer(async (request, response) => {
    let text = `${request.method} ${request.url} ${JSON.stringify(request.headers)}`;
    for await (const chunk of request) text += String(chunk);
    got.push(text);
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => new Promise((resolve) => server.close(resolve)));
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A server that gives every request the same answer. */
async function startAnswering(status: number, headers: Record<string, string>, text: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status, headers).end(text));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const page = "<!doctype html><html><title>Welcome to our network</title><form>Sign in</form></html>";

describe("a conversation by the wire format of", () => {
  test.each(ways)("$name: a redirect is not followed, and is told", async ({ wire, load }) => {
    const other = await startOther();
    const provider = await start(wire);
    provider.enqueue({ redirectTo: `${other.url}/v1/messages` });
    const { session, last } = open(load(wire, provider));
    await session.send({ text: "a secret of mine" });
    expect(provider.requests).toHaveLength(1);
    expect(JSON.stringify(provider.requests[0]?.body)).toContain("a secret of mine");
    expect(other.got).toEqual([]);
    expect(last().status).toMatchObject({ kind: "failed", failure: { code: "model-redirected" } });
  });

  test.each(
    ways.flatMap((way) =>
      ["text/html; charset=utf-8", "text/plain", "text/event-stream"].map((type) => ({ ...way, type })),
    ),
  )("$name: a page in place of an answer ($type) is told at once", async ({ wire, load, type }) => {
    const provider = await start(wire);
    provider.enqueue({ body: { type, text: page } });
    const { session, seen, last } = open(load(wire, provider));
    await session.send({ text: "go" });
    expect(provider.requests).toHaveLength(1);
    expect(seen.some(({ status }) => "holdup" in status && status.holdup !== undefined)).toBe(false);
    expect(last().status).toMatchObject({ kind: "failed", failure: { code: "model-page" } });
  });

  test.each(ways)("$name: an answer that comes whole is taken", async ({ wire, load }) => {
    const provider = await start(wire);
    const whole = wholeAnswers[wire.source] as NonNullable<(typeof wholeAnswers)[string]>;
    const answers = [
      { text: "Let me see.", call: { name: "read_file", input: { path: "notes.txt" } } },
      { text: "Three." },
    ];
    const bodies = answers.map((turn) => JSON.stringify(whole(turn)));
    provider.enqueue(
      { body: { type: "application/json", text: bodies[0] ?? "" } },
      { body: { type: "text/event-stream", text: `\n ${bodies[1]}` } },
    );
    const { session, last } = open(load(wire, provider));
    await session.send({ text: "How many lines?" });
    expect(last().status).toEqual({ kind: "ready" });
    const [, answer] = last().messages;
    expect(textOf(answer)).toBe("Let me see.Three.");
    expect(calls(answer)).toMatchObject([{ state: "output-available", output: { text: "one\ntwo\nthree\n" } }]);
    expect(provider.requests).toHaveLength(2);
    expect(answer?.metadata?.usage).toMatchObject({ inputTokens: 200, outputTokens: 40 });
  });

  test.each(ways)("$name: JSON that is no answer is told at once, in its own words", async ({ wire, load }) => {
    const provider = await start(wire);
    provider.enqueue({ body: { type: "application/json", text: '{"detail": "This model was taken down."}' } });
    const { session, last } = open(load(wire, provider));
    await session.send({ text: "go" });
    expect(provider.requests).toHaveLength(1);
    const { status } = last();
    expect(status).toMatchObject({ kind: "failed", failure: { code: "model-failed" } });
    expect(JSON.stringify(status)).toContain("This model was taken down.");
  });
});

describe("a list of models", () => {
  const { signal } = new AbortController();

  test("is not asked for where its host points to, with the key", async () => {
    const other = await startOther();
    const url = await startAnswering(302, { location: `${other.url}/v1/models` }, "");
    const asked = await askEndpoint({ source: "compatible", baseUrl: `${url}/v1` }, "a-key", signal);
    expect(asked).toMatchObject({ code: "model-redirected" });
    expect(other.got).toEqual([]);
  });

  test("is told from a page", async () => {
    const url = await startAnswering(200, { "content-type": "text/html" }, page);
    expect(await askEndpoint({ source: "compatible", baseUrl: `${url}/v1` }, "", signal)).toMatchObject({
      code: "model-page",
    });
  });
});

test.each([
  [200, { "content-type": "text/html" }, page, "model-page"],
  [302, { location: "http://127.0.0.1:9/sign-in" }, "", "model-redirected"],
] as const)("what answers in place of this server's own route (%i) is told", async (status, headers, text, code) => {
  const url = await startAnswering(status, headers, text);
  const load = async () => ({
    model: createRemoteModel({ model: "a-model", url: `${url}/api/chat` }),
    label: { provider: "this server", model: "a-model", label: "a-model", scripted: false },
  });
  const { session, last } = open(load);
  await session.send({ text: "go" });
  const { status: came } = last();
  expect(came).toMatchObject({ kind: "failed", failure: { code } });
  if (came.kind === "failed") expect(failureText(came.failure)).toContain("This server ");
});

test.each(ways)("$name: the arguments null of a tool that needs none are no arguments", async ({ wire, load }) => {
  const provider = await start(wire);
  const called: unknown[] = [];
  const look: SkillToolOffer = {
    name: "look",
    description: "Looks.",
    schema: { type: "object", properties: { deep: { type: "boolean" } } },
    call(input) {
      called.push(input);
      return { text: "Nothing there." };
    },
  };
  const withNull = (name: string) => ({ thought: "hm", calls: [{ name, input: null }] });
  provider.enqueue(withNull("look"), withNull("read_file"), { text: "done" });
  const { session, last } = open(load(wire, provider), { host: testHost({ skillTool: () => look }) });
  await session.send({ text: "go" });
  expect(called).toEqual([{}]);
  expect(last().status).toEqual({ kind: "ready" });
  expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain("The arguments of read_file do not fit: path:");
});
