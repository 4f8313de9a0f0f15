import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { type RelayDeps, relayGit } from "./git-relay.ts";
import { defaultAnswers, RelayAnswers } from "./relay-answers.ts";
import {
  advertise,
  advertisement,
  advertisementHead,
  createRelayFixture,
  exchange,
  fetchOf,
  packAnswer,
  resultHead,
} from "./relay-fixture.ts";

const { upstream, deps, close } = createRelayFixture();
afterEach(close);

const pack = packAnswer(300_000);
const listRefs = "0014command=ls-refs\n0000";

/** The requests that a host got, oldest first. */
interface Asked {
  readonly line: string;
  readonly body: string;
}

/** A host that answers when `answer` does; returns the requests it saw. */
async function hostThat(answer: (response: ServerResponse, body: string) => unknown) {
  const asked: Asked[] = [];
  const host = await upstream(async (request, response) => {
    const body = await bodyOf(request);
    asked.push({ line: `${request.method} ${request.url}`, body });
    await answer(response, body);
  });
  return { host, asked };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

/** Answers like a host of version 2 with one pack. */
function answerAll(response: ServerResponse, body: string): void {
  if (body === "") response.writeHead(200, advertisementHead).end(advertisement);
  else if (body === listRefs) response.writeHead(200, resultHead).end("0000");
  else response.writeHead(200, resultHead).end(pack);
}

async function bytesOf(response: Promise<Response>): Promise<Buffer> {
  return Buffer.from(await (await response).arrayBuffer());
}

/** A class of `count` pages that each request the refs twice, and the pack; resolves to their packs. */
function classOf(count: number, host: string, relay: RelayDeps): Promise<Buffer[]> {
  const learn = async (_: unknown, index: number) => {
    const headers = { "x-skillground-session": `session-${index}` };
    await bytesOf(relayGit(advertise(`${host}/a/b`, { headers }), relay));
    await bytesOf(relayGit(exchange(`${host}/a/b`, listRefs, { headers }), relay));
    return bytesOf(relayGit(exchange(`${host}/a/b`, fetchOf("a"), { headers }), relay));
  };
  return Promise.all(Array.from({ length: count }, learn));
}

describe("a host is asked once", () => {
  test("for each question of sixty readers at once", async () => {
    const { host, asked } = await hostThat(answerAll);
    const packs = await classOf(60, host, deps([host]));
    expect(packs.every((bytes) => bytes.equals(pack))).toBe(true);
    expect(asked.map(({ line }) => line)).toEqual([
      "GET /a/b/info/refs?service=git-upload-pack",
      "POST /a/b/git-upload-pack",
      "POST /a/b/git-upload-pack",
    ]);
  });

  test("while it answers: who comes late gets what came so far, then the rest", async () => {
    let go: (() => void) | undefined;
    const { host, asked } = await hostThat((response) => {
      response.writeHead(200, resultHead).write(pack.subarray(0, 1000));
      go = () => response.end(pack.subarray(1000));
    });
    const relay = deps([host]);
    const early = (await relayGit(exchange(`${host}/a/b`, fetchOf("a")), relay)).body?.getReader();
    const first = await early?.read();
    const late = relayGit(exchange(`${host}/a/b`, fetchOf("a")), relay);
    const lateReader = (await late).body?.getReader();
    expect((await lateReader?.read())?.value).toEqual(first?.value);
    go?.();
    expect(Buffer.from((await lateReader?.read())?.value ?? []).length).toBeGreaterThan(0);
    expect(asked).toHaveLength(1);
  });

  test("and again when its answer has grown old: refs soon, objects later", async () => {
    const { host, asked } = await hostThat(answerAll);
    const start = Date.now();
    let now = start;
    const relay = { ...deps([host]), answers: new RelayAnswers({ ...defaultAnswers, now: () => now }) };
    await classOf(1, host, relay);
    now = start + defaultAnswers.ages.named - 1;
    await classOf(1, host, relay);
    expect(asked).toHaveLength(3);
    now = start + defaultAnswers.ages.named + 1;
    await classOf(1, host, relay);
    expect(asked.map(({ body }) => body).slice(3)).toEqual(["", listRefs]);
    now = start + defaultAnswers.ages.fixed + 1;
    await classOf(1, host, relay);
    expect(asked.map(({ body }) => body).slice(5)).toEqual(["", listRefs, fetchOf("a")]);
  });

  test("and again by who comes when the answer under way has grown old", async () => {
    const ending: (() => void)[] = [];
    const { host, asked } = await hostThat((response) => {
      response.writeHead(200, advertisementHead).write(advertisement);
      ending.push(() => response.end());
    });
    let now = 0;
    const relay = { ...deps([host]), answers: new RelayAnswers({ ...defaultAnswers, now: () => now }) };
    const first = await relayGit(advertise(`${host}/a/b`), relay);
    now = defaultAnswers.ages.named;
    const second = await relayGit(advertise(`${host}/a/b`), relay);
    for (const end of ending) end();
    expect(await Promise.all([first.text(), second.text()])).toEqual([advertisement, advertisement]);
    expect(asked).toHaveLength(2);
  });
});

describe("answers are not mixed up", () => {
  test("between bodies, repositories and versions", async () => {
    const { host, asked } = await hostThat(async (response, body) => {
      if (body === "") return response.writeHead(200, advertisementHead).end(advertisement);
      return response.writeHead(200, resultHead).end(packAnswer(1000, body.charCodeAt(40)));
    });
    const relay = deps([host]);
    const digits = [..."abcdef"];
    const read = (digit: string) => bytesOf(relayGit(exchange(`${host}/a/b`, fetchOf(digit)), relay));
    const expected = digits.map((digit) => packAnswer(1000, digit.charCodeAt(0)));
    expect(await Promise.all(digits.map(read))).toEqual(expected);
    expect(await Promise.all(digits.map(read))).toEqual(expected);
    expect(asked).toHaveLength(6);
    const version = { headers: { "git-protocol": "version=2" } };
    const others = [advertise(`${host}/a/b`), advertise(`${host}/a/c`), advertise(`${host}/a/b`, version)];
    await Promise.all(others.map((request) => bytesOf(relayGit(request, relay))));
    expect(asked).toHaveLength(9);
  });

  test("between those who gave a password and others", async () => {
    const { host, asked } = await hostThat(answerAll);
    const relay = deps([host]);
    const withPassword = { headers: { authorization: "Basic abc" } };
    const ask = (init?: RequestInit) => bytesOf(relayGit(exchange(`${host}/a/b`, fetchOf("a"), init), relay));
    await Promise.all([ask(withPassword), ask(withPassword), ask()]);
    expect(asked).toHaveLength(3);
    await Promise.all([ask(withPassword), ask()]);
    expect(asked).toHaveLength(4);
  });

  test("an answer that is kept says so, and one that is asked for does not", async () => {
    const { host } = await hostThat(answerAll);
    const relay = deps([host]);
    const ask = async () => {
      const response = await relayGit(exchange(`${host}/a/b`, fetchOf("a")), relay);
      await response.arrayBuffer();
      return response.headers.get("x-skillground-kept");
    };
    expect(await Promise.all([ask(), ask()])).toEqual([null, null]);
    expect(await ask()).toBe("1");
  });

  test("a repository that has moved has moved for everyone", async () => {
    const { host } = await hostThat((response) => response.writeHead(200, advertisementHead).end(advertisement));
    const moved = await upstream((request, response) => {
      response.writeHead(301, { location: `http://${host}${request.url}` }).end();
    });
    const relay = deps([host, moved]);
    const ask = () => relayGit(advertise(`${moved}/a/b`), relay);
    const responses = await Promise.all([ask(), ask()]);
    await Promise.all(responses.map((response) => response.text()));
    const places = [...responses, await ask()].map(({ headers }) => headers.get("x-skillground-repository"));
    expect(places).toEqual(Array(3).fill(`http://${host}/a/b`));
  });
});

describe("readers who leave", () => {
  test("are not missed by the others", async () => {
    const { host, asked } = await hostThat(async (response) => {
      response.writeHead(200, resultHead).write(pack.subarray(0, 1000));
      leave.resolve();
      await left.promise;
      response.end(pack.subarray(1000));
    });
    const [leave, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const relay = deps([host]);
    const leaving = new AbortController();
    const question = (init?: RequestInit) => relayGit(exchange(`${host}/a/b`, fetchOf("a"), init), relay);
    const [aborted, cancelled, staying] = [question({ signal: leaving.signal }), question(), bytesOf(question())];
    await leave.promise;
    await aborted;
    leaving.abort();
    await (await cancelled).body?.cancel();
    left.resolve();
    expect((await staying).equals(pack)).toBe(true);
    expect(asked).toHaveLength(1);
  });

  test("before the answer begins are not missed either", async () => {
    const leaving = new AbortController();
    const { host } = await hostThat(async (response, body) => {
      leaving.abort();
      answerAll(response, body);
    });
    const relay = deps([host]);
    const first = relayGit(exchange(`${host}/a/b`, fetchOf("a"), { signal: leaving.signal }), relay);
    const second = relayGit(exchange(`${host}/a/b`, fetchOf("a")), relay);
    expect((await first).status).toBe(499);
    expect((await bytesOf(second)).equals(pack)).toBe(true);
  });

  test("end the request when they are the last", async () => {
    const closed = Promise.withResolvers<void>();
    const { host } = await hostThat((response) => {
      response.on("close", closed.resolve);
      response.writeHead(200, resultHead).write(pack.subarray(0, 1000));
    });
    const relay = deps([host]);
    const ask = () => relayGit(exchange(`${host}/a/b`, fetchOf("a")), relay);
    const responses = await Promise.all([ask(), ask()]);
    for (const { body } of responses) await body?.cancel();
    await closed.promise;
  });
});

describe("what is no whole answer", () => {
  test("breaks for every reader when the host breaks off", async () => {
    const { host } = await hostThat((response) => {
      response
        .writeHead(200, resultHead)
        .write(pack.subarray(0, 100_000), () => setTimeout(() => response.destroy(), 50));
    });
    const relay = deps([host]);
    const ask = () => bytesOf(relayGit(exchange(`${host}/a/b`, fetchOf("a")), relay));
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, ask));
    const codes = outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason.failure?.code);
    expect(codes).toEqual(Array(60).fill("network-cut"));
  });

  test.each<[string, (response: ServerResponse) => unknown]>([
    ["cut but ended cleanly", (response) => response.writeHead(200, resultHead).end(pack.subarray(0, 100_000))],
    ["spoilt", (response) => response.writeHead(200, resultHead).end(Buffer.from(pack).fill(1, 500, 501))],
    ["empty", (response) => response.writeHead(200, resultHead).end()],
    ["missing", (response) => response.writeHead(404).end()],
    ["not for everyone", (response) => response.writeHead(401).end()],
    ["a limit", (response) => response.writeHead(429).end()],
    ["a web page", (response) => response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>")],
    ["broken off", (response) => response.writeHead(200, resultHead).write("0008NAK\n", () => response.destroy())],
  ])("is not given again: %s", async (_, answer) => {
    let isWell = false;
    const { host, asked } = await hostThat((response, body) => (isWell ? answerAll(response, body) : answer(response)));
    const relay = deps([host]);
    const ask = () => bytesOf(relayGit(exchange(`${host}/a/b`, fetchOf("a")), relay));
    await Promise.allSettled([ask(), ask()]);
    expect(asked).toHaveLength(1);
    isWell = true;
    expect((await ask()).equals(pack)).toBe(true);
    expect(asked).toHaveLength(2);
  });

  test("nor is one too large to keep, which all who ask together still share", async () => {
    const { host, asked } = await hostThat(answerAll);
    const keeping = { ...defaultAnswers.keeping, answerBytes: 100_000 };
    const written: string[] = [];
    const shared = { get: async () => undefined, set: async (key: string) => void written.push(key) };
    const relay = { ...deps([host]), answers: new RelayAnswers({ ...defaultAnswers, keeping, shared }) };
    const ask = () => bytesOf(relayGit(exchange(`${host}/a/b`, fetchOf("a")), relay));
    const both = await Promise.all([ask(), ask()]);
    expect(both.every((bytes) => bytes.equals(pack))).toBe(true);
    expect(asked).toHaveLength(1);
    await ask();
    expect(asked).toHaveLength(2);
    expect(written).toEqual([]);
  });
});
