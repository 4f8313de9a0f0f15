/**
 * Thirty live rooms of forty learners on one server, and on two with a shared Redis: whether results are lost, how soon a teacher sees one,
 * and the server's memory. Then the time of a lesson's checks in a workspace of 2,000 skills.
 */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { openRoom } from "#lib/room/ask-room.ts";
import { type LedRoom, leadRoom } from "#lib/room/led-room.ts";
import { createSender } from "#lib/room/report-sender.ts";
import { freshKey, type LearnerEvent, type LearnerReport, type RoomPlan } from "#lib/room/room.ts";
import { followRoom } from "#lib/room/room-line.ts";
import { findRedis, startRedis } from "#test/servers/redis-server.ts";
import { residentOf } from "../../soak/served-project.ts";
import { type Application, startApplication } from "../application.ts";
import { percentile } from "../figures.ts";
import { measureChecks } from "./measure-checks.ts";

const rooms = 30;
const learnersOfRoom = 40;
/** Checks that each learner passes: most are spread over time, the last one is passed by all at once. */
const passes = 6;
const seconds = 60;

const checks = Array.from({ length: passes + 24 }, (_, index) => ({
  id: `one/quiz-${index}`,
  label: `Check ${index}`,
}));
const plan: RoomPlan = {
  workshop: "/try/skills-101",
  title: "Bench",
  lessons: [{ id: "01-a", title: "A", steps: [{ id: "one", title: "One", checks }] }],
};

/** Reports that had to be sent again, by reason. */
const failures = new Map<string, number>();

interface Learner {
  pass(): void;
}

/** The results in one room. */
interface Class {
  readonly learners: readonly Learner[];
  readonly room: LedRoom;
  /** Milliseconds from each pass until the teacher's page had it. */
  readonly delays: number[];
  /** Number of passes on the teacher's page. */
  seen(): number;
}

await bench("one server", {}, 1);
if (findRedis()) {
  const redis = await startRedis();
  await bench("two servers and a Redis", { REDIS_URL: redis.url }, 2).finally(() => redis.stop());
} else console.log("two servers and a Redis: no redis-server here");
await measureChecks();

async function bench(name: string, environment: Readonly<Record<string, string>>, servers: number): Promise<void> {
  const applications: Application[] = [];
  const leaving = new AbortController();
  try {
    for (let index = 0; index < servers; index++) applications.push(await startApplication("", environment));
    const idle = memoryOf(applications);
    const classes: Class[] = [];
    // Classes do not start at the same moment: 240 learners at a time.
    for (let index = 0; index < rooms; index++) {
      classes.push(await openClass(applications, index, leaving.signal));
      if (index % 6 === 5) await untilSeen(classes, "joined");
    }
    await untilSeen(classes, "joined");
    await Promise.all(classes.flatMap(({ learners }) => learners.map(passSome)));
    await untilSeen(classes, passes - 1);
    const spread = take(classes);
    for (const { learners } of classes) for (const learner of learners) learner.pass();
    await untilSeen(classes, passes);
    const processor = applications.map(({ pid }) => `${processorOf(pid).toFixed(0)} s`).join(" and ");
    report(name, classes, { spread, burst: take(classes), idle, busy: memoryOf(applications), processor });
  } finally {
    leaving.abort();
    await Promise.all(applications.map((application) => application.stop()));
  }
}

async function passSome({ pass }: Learner): Promise<void> {
  for (let turn = 0; turn < passes - 1; turn++) {
    await wait((seconds / (passes - 1)) * 1000 * (0.5 + Math.random()));
    pass();
  }
}

async function openClass(applications: readonly Application[], index: number, signal: AbortSignal): Promise<Class> {
  // With two servers, the teacher uses one and the learners use both.
  const pages = applications.map(({ url }) => pageOf(url));
  const page = pages[index % pages.length] as typeof fetch;
  const access = await openRoom({ key: freshKey(), plan }, { fetch: page });
  const room = leadRoom({ access, plan, since: Date.now(), fetch: page });
  signal.addEventListener("abort", () => room.stop());
  const passedAt = new Map<string, number[]>();
  const known = new Map<string, number>();
  const delays: number[] = [];
  room.subscribe(() => {
    for (const { name, passed } of room.getState().learners.values()) {
      const before = known.get(name) ?? 0;
      if (passed.length <= before) continue;
      known.set(name, passed.length);
      const now = performance.now();
      for (const at of passedAt.get(name)?.slice(before, passed.length) ?? []) delays.push(now - at);
    }
  });
  const learners = Array.from({ length: learnersOfRoom }, (_, number): Learner => {
    const name = `L${number}`;
    const times: number[] = [];
    passedAt.set(name, times);
    const sender = join({ ...access, key: freshKey() }, name, { page: pages[number % pages.length], signal, times });
    return {
      pass() {
        times.push(performance.now());
        sender.send();
      },
    };
  });
  return { learners, room, delays, seen: () => [...known.values()].reduce((sum, count) => sum + count, 0) };
}

interface Joining {
  readonly page: typeof fetch | undefined;
  readonly signal: AbortSignal;
  /** Time at which each check was passed. */
  readonly times: readonly number[];
}

function join(access: Parameters<typeof leadRoom>[0]["access"], name: string, { page, signal, times }: Joining) {
  const given = { access, signal, ...(page && { fetch: page }) };
  const sender = createSender({
    ...given,
    name,
    report: () => reportOf(times),
    onSent: () => undefined,
    onFailure: ({ code }) => failures.set(code, (failures.get(code) ?? 0) + 1),
  });
  void followRoom<LearnerEvent>({
    ...given,
    onState: () => undefined,
    onEvent: ({ kind }) => kind === "here" && sender.send(),
  });
  return sender;
}

function reportOf(times: readonly number[]): LearnerReport {
  const now = performance.now();
  const passed = times.map((at, index) => ({
    check: `one/quiz-${index}`,
    by: "learner" as const,
    ago: Math.round((now - at) / 1000),
  }));
  return { lesson: "01-a", step: "one", still: 0, lessons: [{ id: "01-a", passed }] };
}

/** Waits until all have joined, or until this many passes of each learner have arrived; at most half a minute. */
async function untilSeen(classes: readonly Class[], wanted: "joined" | number): Promise<void> {
  const isThere = ({ room, seen }: Class) =>
    wanted === "joined" ? room.getState().learners.size === learnersOfRoom : seen() >= wanted * learnersOfRoom;
  for (let turn = 0; turn < 600 && !classes.every(isThere); turn++) await wait(50);
}

function take(classes: readonly Class[]): number[] {
  return classes.flatMap(({ delays }) => delays.splice(0));
}

interface Outcome {
  readonly spread: readonly number[];
  readonly burst: readonly number[];
  readonly idle: string;
  readonly busy: string;
  readonly processor: string;
}

function report(name: string, classes: readonly Class[], { spread, burst, idle, busy, processor }: Outcome): void {
  const wanted = rooms * learnersOfRoom * passes;
  const seen = classes.reduce((sum, each) => sum + each.seen(), 0);
  console.log(`${name}: ${rooms} rooms of ${learnersOfRoom}, ${wanted} results, ${wanted - seen} lost`);
  console.log(`  passed, to seen by the teacher, ${seconds} s: ${spreadOf(spread)} | wanted: 95 % within 500 ms`);
  console.log(`  the same where all ${rooms * learnersOfRoom} pass at one moment: ${spreadOf(burst)}`);
  for (const [code, count] of failures) console.log(`  sent again: ${count}, ${code}`);
  failures.clear();
  console.log(
    `  memory: ${idle} MB before, ${busy} MB with all ${rooms * (learnersOfRoom + 1)} streams; processor: ${processor} in all`,
  );
}

/** Processor seconds that a process has used, as Linux counts them. */
function processorOf(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function spreadOf(delays: readonly number[]): string {
  const [half, most, all] = [0.5, 0.95, 1].map((share) => `${percentile(delays, share).toFixed(0)} ms`);
  return `half within ${half}, 95 % within ${most}, all within ${all}`;
}

function memoryOf(applications: readonly Application[]): string {
  return applications.map(({ pid }) => residentOf(pid).toFixed(0)).join(" and ");
}

/** `fetch` as in a page of the site. */
function pageOf(url: string): typeof fetch {
  const fromPage = {
    "sec-fetch-site": "same-origin",
    "sec-fetch-mode": "cors",
    "sec-fetch-dest": "empty",
    origin: url,
  };
  return (path, init = {}) =>
    fetch(new URL(String(path), url), {
      ...init,
      headers: { ...fromPage, ...(init.headers as Record<string, string>) },
    });
}
