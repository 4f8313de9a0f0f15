import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import type { GitHttp, GitHttpRequest } from "./git-http.ts";
import { rightOfWay } from "./right-of-way.ts";

const request: GitHttpRequest = { url: "https://git.example/a", method: "GET", headers: {} };

/** Answers with what the test sends, a character a chunk. */
function sending() {
  const room = { highWaterMark: 100 };
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({}, room, room);
  const writer = writable.getWriter();
  const http: GitHttp = async () => ({
    headers: {},
    body: (async function* () {
      yield* readable;
    })(),
  });
  const send = (text: string) => Promise.all([...text].map((letter) => writer.write(Buffer.from(letter))));
  return { http, send, end: () => writer.close() };
}

/** Reads the answer; all of it so far. */
async function read(http: GitHttp): Promise<() => string> {
  let text = "";
  const { body } = await http(request);
  void (async () => {
    for await (const chunk of body) text += Buffer.from(chunk).toString();
  })();
  return () => text;
}

it("reads a large answer on until a small one begins, and again when that has ended", async () => {
  const [many, few] = [sending(), sending()];
  const answers = [many, few].values();
  const { large, small } = rightOfWay((asked) => answers.next().value?.http(asked) ?? Promise.reject());
  const [much, little] = [await read(large), await read(small)];
  await many.send("ab");
  await wait(10);
  expect(much()).toBe("ab");
  await few.send("1");
  await wait(10);
  await Promise.all([many.send("cd"), few.send("2")]);
  await wait(10);
  expect([much(), little()]).toEqual(["ab", "12"]);
  await few.end();
  await wait(10);
  expect([much(), little()]).toEqual(["abcd", "12"]);
});

it("goes on when the small answer breaks", async () => {
  const many = sending();
  const broken: GitHttp = async () => ({
    headers: {},
    body: (async function* () {
      yield Buffer.from("1");
      await wait(10);
      throw new Error("broken");
    })(),
  });
  const ways = [many.http, broken].values();
  const { large, small } = rightOfWay((asked) => ways.next().value?.(asked) ?? Promise.reject());
  const much = await read(large);
  const { body } = await small(request);
  await body.next();
  await many.send("ab");
  await wait(5);
  expect(much()).toBe("");
  await expect(body.next()).rejects.toThrow("broken");
  await wait(10);
  expect(much()).toBe("ab");
});
