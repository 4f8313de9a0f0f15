import { Redis } from "ioredis";
import { afterEach, describe, expect, test } from "vitest";
import { connectRedis } from "#lib/server/store/redis-store.ts";
import { findRedis, type RedisServer, startRedis } from "#test/servers/redis-server.ts";
import { briefOf, readBrief } from "./brief.ts";
import { defaultKeptReports, type KeepingOptions, KeptReports } from "./kept-reports.ts";
import { defaultReportBounds } from "./make-report.ts";

const closing: (() => unknown)[] = [];
const warnings: string[] = [];
/** Records only the warnings about Redis: Node warns of other things in the same process too. */
const note = ({ message }: Error) => message.startsWith("Redis cannot be used") && warnings.push(message);
process.on("warning", note);

afterEach(async () => {
  await Promise.all(closing.splice(0).map((end) => end()));
  warnings.length = 0;
});

async function redis(port?: number): Promise<RedisServer> {
  const server = await startRedis(port);
  closing.push(() => server.stop());
  return server;
}

/**
 * One of several processes of a site. Nothing that it knows of an address is fresh, so every question goes all the way.
 */
async function processOf({ url }: RedisServer): Promise<KeptReports> {
  const store = await connectRedis(url);
  closing.push(() => store.close());
  return new KeptReports(store.answers, { ...defaultKeptReports, fresh: -1 });
}

const brief = JSON.stringify(
  briefOf({
    version: 1,
    window: 200_000,
    source: { label: "a/b", kind: "git", files: 1, bytes: 1, licence: "MIT", languages: {} },
    harnesses: [],
    skills: [],
    trust: { findings: [], rules: [], looked: { files: 1, bytes: 1, partly: 0, unread: 0 }, hosts: [] },
  }),
);

/** Requests the badge of one repository, at a commit. */
function asking(commit = "c1", build = "b1") {
  const count = { made: 0 };
  const options: KeepingOptions = {
    name: "brief",
    party: ["192.0.2.7"],
    resolve: async () => ({
      name: "brief",
      source: { kind: "git", url: "https://github.com/a/b", ref: "main" },
      commit,
      bounds: defaultReportBounds,
    }),
    make: async () => {
      count.made++;
      return brief;
    },
    build,
    isOurs: (text) => readBrief(text) !== undefined,
  };
  return { count, ask: (reports: KeptReports) => reports.ask("/gh/a/b", options) };
}

describe.skipIf(!findRedis())("processes with one Redis", () => {
  test("make a report once for all of them, until the repository moves on", async () => {
    const server = await redis();
    const [one, other] = [await processOf(server), await processOf(server)];
    const { count, ask } = asking();
    expect(await ask(one)).toMatchObject({ kind: "made", text: brief, commit: "c1" });
    expect(await ask(other)).toMatchObject({ kind: "made", text: brief, commit: "c1" });
    expect(count.made).toBe(1);
    const later = asking("c2");
    await later.ask(other);
    await later.ask(one);
    expect(later.count.made).toBe(1);
  });

  test("make it anew where the program is another, whose engine may count otherwise", async () => {
    const server = await redis();
    await asking().ask(await processOf(server));
    const deployed = asking("c1", "b2");
    await deployed.ask(await processOf(server));
    expect(deployed.count.made).toBe(1);
  });

  test("make it anew where what is kept is not what they wrote", async () => {
    const server = await redis();
    const { count, ask } = asking();
    await ask(await processOf(server));
    const client = new Redis(server.url);
    closing.unshift(() => client.disconnect());
    const [key = ""] = await client.keys("skillground:answer:report-*");
    expect(await client.pttl(key)).toBeGreaterThan(60 * 60_000);
    for (const spoilt of ["", "{", '{"until":1}\n{"skills":"many"}', `{"until":1}\n${brief.slice(0, -2)}`]) {
      await client.set(key, spoilt);
      expect(await ask(await processOf(server))).toMatchObject({ kind: "made", text: brief });
    }
    expect(count.made).toBe(5);
  });
});

describe.skipIf(!findRedis())("a Redis that goes away", () => {
  test("leaves each process what it has made, and is used again when it is back", async () => {
    const server = await redis();
    const [one, other] = [await processOf(server), await processOf(server)];
    const { count, ask } = asking();
    await ask(one);
    await server.stop();
    expect(await ask(one)).toMatchObject({ kind: "made" });
    expect(count.made).toBe(1);
    expect(await ask(other)).toMatchObject({ kind: "made" });
    expect(count.made).toBe(2);
    await expect.poll(() => warnings.length).toBeGreaterThan(0);
    await redis(server.port);
    const later = asking("c2");
    await expect
      .poll(async () => {
        await later.ask(one);
        const third = await processOf(server);
        const before = later.count.made;
        await later.ask(third);
        return later.count.made - before;
      })
      .toBe(0);
  });

  test("without a word holds no report up for long", async () => {
    const server = await redis();
    const one = await processOf(server);
    const { ask } = asking();
    server.freeze();
    closing.unshift(() => server.thaw());
    expect(await ask(one)).toMatchObject({ kind: "made", text: brief });
  });
});
