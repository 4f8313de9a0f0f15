/**
 * Attacks by one client on the server: its memory, and how an honest visitor fares meanwhile. Some minutes, loopback only. `npm run soak
 * server`; by hand `node lib/tasks/soak/server.ts [share of the counts] [folder of another version]`.
 */
import { request as send } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { startStandIn } from "./git-stand-in.ts";
import { askRefs, honestAddress, optionsOf, visit, visitMany } from "./relay-visitors.ts";
import { cards, keptReports, reports, startHostileHost } from "./report-visitors.ts";
import { serveProject } from "./served-project.ts";
import { type Part, watch } from "./watched.ts";

const [share = "1", folder = process.cwd(), ...only] = process.argv.slice(2);
const times = (count: number) => Math.ceil(count * Number(share));

/** The request of the page's client for a commit without its history. */
const fetchCommand = [
  "0012command=fetch\n0016agent=skillground\n0001000eofs-delta\n0010no-progress\n",
  `0032want ${"a".repeat(40)}\n000ddeepen 1\n0009done\n0000`,
].join("");

const git = await startStandIn(30_000_000);
const other = await startStandIn(1000);
const hostile = await startHostileHost();
const server = await serveProject(folder, {
  GIT_RELAY_ALLOW: [git, other, hostile].map(({ host }) => `http://${host}`).join(),
  // Lends models whose provider does not exist: only their budget is attacked.
  ANTHROPIC_API_KEY: "none",
  ANTHROPIC_BASE_URL: "http://127.0.0.1:1",
});
const { url } = server;

const parts: Readonly<Record<string, Part>> = {
  "cached answers": () => cachedAnswers(times(140_000)),
  "refused sessions": () => refusedSessions(times(60_000)),
  "sessions that ask for a model": () => modelSessions(times(60_000)),
  "slow drips of two hosts": () => slowDrips(200),
  "silent hosts, asked by a classmate in the name of many pages": () => silentHosts("made-up", 20),
  "silent hosts, asked by a classmate's page": () => silentHosts("one", 20),
  "trickled bodies": () => trickledBodies(2000),
  "slow readers": () => slowReaders(100),
  "clones of 30 MB at once": () => largeClones(50),
  "reports that are dear to make": () => reports(url, hostile, "slow"),
  "reports that are long": () => reports(url, hostile, "long"),
  "one long report again and again": () => keptReports(url, hostile, times(4000)),
  "cards, each with another text": () => cards(url, hostile, times(1200)),
};

try {
  await cachedAnswers(times(5000));
  await refusedSessions(times(2000));
  await wait(3000);
  console.log(`warm: ${server.memory().toFixed(0)} MB`);
  for (const [name, part] of Object.entries(parts)) {
    const honest = (index: number) => askRefs(`${git.host}/honest/of-${name.replace(/\W/g, "-")}-${index}`, index);
    if (only.length === 0 || only.some((word) => name.includes(word))) await watch(server, { name, part, honest });
  }
} finally {
  await server.stop();
  git.stop();
  other.stop();
  await hostile.stop();
}

/** One repository's refs, for pages from many addresses: from the host at first, then from the cache. */
async function cachedAnswers(count: number): Promise<string> {
  const path = `/api/git/${git.host}/class/lesson/info/refs?service=git-upload-pack`;
  const statuses = await visitMany(url, { count, abreast: 32 }, (index) => ({
    path,
    from: addressOf(index >> 9),
    headers: { "x-skillground-session": `session-${index >> 6}` },
  }));
  return `${count} requests, ${JSON.stringify(statuses)}`;
}

/** Each with another session id, all from one address, for a host that is not allowed. */
async function refusedSessions(count: number): Promise<string> {
  const run = Date.now();
  const statuses = await visitMany(url, { count, abreast: 32 }, (index) => ({
    path: "/api/git/127.0.0.1:1/a/b/info/refs?service=git-upload-pack",
    headers: { "x-skillground-session": `refused-${run}-${index}` },
  }));
  return `${count} sessions, ${JSON.stringify(statuses)}`;
}

async function modelSessions(count: number): Promise<string> {
  const run = Date.now();
  const prompt = [{ role: "user", content: [{ type: "text", text: "hello" }] }];
  const statuses = await visitMany(url, { count, abreast: 32 }, (index) => ({
    path: "/api/chat",
    method: "POST",
    headers: { "x-skillground-session": `session-that-asks-${run}-${index}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "claude-sonnet-4-5", prompt, tools: [] }),
  }));
  return `${count} sessions, ${JSON.stringify(statuses)}`;
}

/** From one address; each answer drips a byte every half second. */
async function slowDrips(count: number): Promise<string> {
  const open = Array.from({ length: count }, (_, index) =>
    visit(url, {
      path: `/api/git/${(index % 2 ? git : other).host}/drip/${index}/info/refs?service=git-upload-pack`,
      from: "127.3.3.3",
      headers: { "x-skillground-session": `dripping-${index}` },
      timeoutMs: 40_000,
    }),
  );
  const statuses = (await Promise.all(open)).map(({ status, time }) =>
    status === 0 && time > 39_900 ? "open" : status,
  );
  const counted = Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => `${status}: ${all?.length}`);
  return `${count} requests, after 40 s ${counted.join(", ")}`;
}

/** From the honest visitor's address: 64 requests at a time, each for another repository of a host that never answers. */
async function silentHosts(sessions: "made-up" | "one", seconds: number): Promise<string> {
  const end = Date.now() + seconds * 1000;
  const statuses: Record<number, number> = {};
  const one = async (index: number) => {
    for (let round = 0; Date.now() < end; round++) {
      const name = sessions === "one" ? "one-page" : `${index}-${round}`;
      const { status } = await visit(url, {
        path: `/api/git/${git.host}/silent/${index}-${round}/info/refs?service=git-upload-pack`,
        from: honestAddress,
        headers: { "x-skillground-session": `made-up-${name}` },
        timeoutMs: end - Date.now() + 1000,
      });
      statuses[status] = (statuses[status] ?? 0) + 1;
      // A refused client tries again, but not as fast as possible: that alone would use up its limit per minute.
      await wait(1000);
    }
  };
  await Promise.all(Array.from({ length: 64 }, (_, index) => one(index)));
  return `64 at a time, ${JSON.stringify(statuses)}`;
}

/** From one address: a byte of each body per second, for 20 s. */
async function trickledBodies(count: number): Promise<string> {
  let broken = 0;
  const trickles = Array.from({ length: count }, (_, index) => {
    const headers = {
      "x-skillground-session": `trickle-${index}`,
      "content-type": "application/x-git-upload-pack-request",
      "content-length": "900000",
    };
    const path = `/api/git/${git.host}/trickle/${index}/git-upload-pack`;
    const sent = send(optionsOf(url, { path, method: "POST", from: "127.4.4.4", headers }));
    sent.on("error", () => undefined).on("close", () => broken++);
    sent.write("0");
    return sent;
  });
  for (let second = 0; second < 20; second++) {
    await wait(1000);
    for (const sent of trickles) if (!sent.destroyed && !sent.writableEnded) sent.write("0");
  }
  const ended = broken;
  for (const sent of trickles) sent.destroy();
  return `${count} requests, ${ended} ended by the server within 20 s`;
}

/** From one address: requests large packs and reads nothing, for 75 s. */
async function slowReaders(count: number): Promise<string> {
  let broken = 0;
  const readers = Array.from({ length: count }, (_, index) => {
    const sent = send(optionsOf(url, packVisit(`slow/${index}`, "127.5.5.5", index)), (response) => {
      response.pause().on("error", () => undefined);
    });
    sent.on("error", () => undefined).on("close", () => broken++);
    sent.end(fetchCommand);
    return sent;
  });
  await wait(75_000);
  const ended = broken;
  for (const sent of readers) sent.destroy();
  return `${count} requests, ${ended} ended by the server within 75 s`;
}

/** Each of another repository, from one address. */
async function largeClones(count: number): Promise<string> {
  const clones = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      visit(url, { ...packVisit(`large/${index}`, "127.6.6.6", index), body: fetchCommand, timeoutMs: 120_000 }),
    ),
  );
  const whole = clones.filter(({ status, bytes }) => status === 200 && bytes > 30_000_000).length;
  return `${count} clones, ${whole} whole`;
}

function packVisit(repository: string, from: string, index: number) {
  const headers = {
    "x-skillground-session": `${repository.replace("/", "-")}-session-${index}`,
    "content-type": "application/x-git-upload-pack-request",
    "git-protocol": "version=2",
  };
  return { path: `/api/git/${git.host}/${repository}/git-upload-pack`, method: "POST" as const, from, headers };
}

function addressOf(index: number): string {
  return `127.1.${(index >> 8) % 256}.${index % 256}`;
}
