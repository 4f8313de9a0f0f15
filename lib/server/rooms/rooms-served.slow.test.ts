import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { openRoom, type RoomAccess } from "#lib/room/ask-room.ts";
import { leadRoom } from "#lib/room/led-room.ts";
import { createSender } from "#lib/room/report-sender.ts";
import { freshKey, type LearnerEvent } from "#lib/room/room.ts";
import { followRoom } from "#lib/room/room-line.ts";
import { freePort } from "#test/servers/free-port.ts";
import { fromPage, plan, reportOf } from "./room-fixture.ts";

const leaving = new AbortController();
const running = new Set<ChildProcess>();
const waits = { first: 50, longest: 400, silence: 20_000 };

afterEach(async () => {
  leaving.abort();
  await Promise.all([...running].map((server) => end(server, "SIGKILL")));
});

async function start(port: number): Promise<ChildProcess> {
  const server = spawn(process.execPath, ["test/servers/room-server.ts"], {
    env: { ...process.env, PORT: String(port), REDIS_URL: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(server);
  await once(server.stdout ?? server, "data");
  return server;
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(server, "exit");
  server.kill(signal);
  await ended;
  running.delete(server);
}

function pageOf(port: number): typeof fetch {
  const site = `http://127.0.0.1:${port}`;
  const { host: _, ...headers } = { ...fromPage, origin: site };
  return (path, init = {}) =>
    fetch(new URL(String(path), site), {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    });
}

const checks = plan.lessons.flatMap(({ id, steps }) =>
  steps.flatMap((step) => step.checks.map((check) => `${id}#${check.id}`)),
);

/** A learner's page that passes the next check on demand. */
function join({ code, id }: RoomAccess, number: number, fetch: typeof globalThis.fetch) {
  const access = { code, id, key: freshKey() };
  const { signal } = leaving;
  let passed = 0;
  let hasLooked = false;
  const sender = createSender({
    ...{ access, signal, fetch, waits },
    name: `Learner ${number}`,
    report: () => reportOf(checks.slice(0, passed), { lesson: "02-b" }),
    onSent: () => undefined,
    onFailure: () => undefined,
  });
  void followRoom<LearnerEvent>({
    ...{ access, signal, fetch, waits },
    onState: () => undefined,
    onEvent(event) {
      if (event.kind === "here") sender.send();
      if (event.look) hasLooked = true;
    },
  });
  return {
    pass() {
      passed++;
      sender.send();
    },
    hasLooked: () => hasLooked,
  };
}

test("forty learners lose no result and no word of their teacher while their server is killed, and ended", async () => {
  const port = await freePort();
  const page = pageOf(port);
  let server = await start(port);
  const access = await openRoom({ key: freshKey(), plan }, { fetch: page });
  const room = leadRoom({ access, plan, since: Date.now(), fetch: page, waits });
  leaving.signal.addEventListener("abort", () => room.stop());
  const learners = Array.from({ length: 40 }, (_, index) => join(access, index, page));
  const passedByAll = () => {
    const counts = [...room.getState().learners.values()].map(({ passed }) => passed.length);
    return counts.length === 40 ? Math.min(...counts) : -1;
  };
  await expect.poll(passedByAll).toBe(0);
  for (const learner of learners) learner.pass();
  await expect.poll(passedByAll).toBe(1);

  for (const learner of learners.slice(0, 20)) learner.pass();
  await end(server, "SIGKILL");
  for (const learner of learners.slice(20)) learner.pass();
  server = await start(port);
  await expect.poll(passedByAll).toBe(2);
  await room.look({ lesson: "01-a", step: "two" });
  await expect.poll(() => learners.filter((learner) => learner.hasLooked()).length).toBe(40);

  // Ending does not wait for the forty-one streams, which never end by themselves.
  const ending = end(server, "SIGTERM");
  for (const learner of learners) learner.pass();
  await ending;
  server = await start(port);
  await expect.poll(passedByAll).toBe(3);
  await room.close();
  await expect.poll(() => room.getState().line).toMatchObject({ failure: { code: "room-closed" }, isOver: true });
});
