import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GitServer, startGitServer } from "#test/servers/git-server.ts";
import { makeRepositories } from "#test/servers/many-repositories.ts";
import { findRedis, startRedis } from "#test/servers/redis-server.ts";

/** 2,000 in the soak test. */
const count = Number(process.env.SOAK_REPOSITORIES ?? 12);
const limit = 240_000 + count * 1000;
const place = mkdtempSync(join(tmpdir(), "skillground-many-"));
const list = join(place, "repos.txt");
let repositories: ReturnType<typeof makeRepositories>;
let server: GitServer;

beforeAll(async () => {
  repositories = makeRepositories(count);
  server = await startGitServer({ root: repositories.root });
  const lines = repositories.names.map((name) => `${server.url}/${name}`);
  writeFileSync(list, ["# ours", ...lines, `${server.url}/acme/gone`].join("\n"));
}, limit);
afterAll(async () => {
  await server.stop();
  rmSync(repositories.root, { recursive: true });
  rmSync(place, { recursive: true });
}, limit);

function start(out: string, environment: Readonly<Record<string, string>> = {}): ChildProcess {
  const options = ["--parallel", "8", "--per-host", "8", "--pause", "0", "--quiet", "--format", "json"];
  const command = ["lib/command/main.ts", "report", "--list", list, "--out", out, ...options];
  return spawn(process.execPath, command, { env: { ...process.env, ...environment }, stdio: "ignore" });
}

const linesOf = (out: string) => {
  const file = join(out, "results.jsonl");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
};

async function killAfter(child: ChildProcess, isTime: () => boolean): Promise<void> {
  while (child.exitCode === null && !isTime()) await wait(20);
  const ended = once(child, "exit");
  if (child.exitCode !== null) return;
  child.kill("SIGKILL");
  await ended;
}

function expectAll(out: string): void {
  const results = linesOf(out).map((line) => JSON.parse(line));
  const known = results.map(({ repository }) => repository);
  expect(known.length).toBe(count + 1);
  expect(new Set(known)).toEqual(new Set([...repositories.names, "acme/gone"].map((name) => `${server.url}/${name}`)));
  expect(results.filter(({ state }) => state === "failed").map(({ code }) => code)).toEqual(["repository-missing"]);
  const summary = JSON.parse(readFileSync(join(out, "summary.json"), "utf8"));
  expect(summary).toMatchObject({ repositories: count + 1, reported: count, skills: count, alarmed: 0 });
  expect(readFileSync(join(out, "summary.md"), "utf8")).toMatch(
    new RegExp(`\\| .*download-and-run.* \\| ${count / 4} \\| 25\\.0% \\| ${count / 4} \\|`),
  );
}

test(
  "a list whose process is killed twice has each repository once",
  async () => {
    const out = join(place, "here");
    for (const share of [0.2, 0.6]) await killAfter(start(out), () => linesOf(out).length > count * share);
    const last = start(out);
    await once(last, "exit");
    expect(last.exitCode).toBe(1);
    expectAll(out);
  },
  limit,
);

test.runIf(findRedis())(
  "workers that are killed at random lose no repository and judge none into two results",
  async () => {
    const redis = await startRedis();
    const workers: ChildProcess[] = [];
    const work = () => {
      const child = spawn(process.execPath, ["test/servers/report-worker.ts", redis.url], { stdio: "ignore" });
      workers.push(child);
      return child;
    };
    try {
      const out = join(place, "by-workers");
      const first = start(out, { REDIS_URL: redis.url });
      work();
      work();
      for (const share of [0.15, 0.3]) {
        await killAfter(workers.at(-1) ?? work(), () => linesOf(out).length > count * share);
        work();
      }
      // The process that holds the list is killed too, and another continues once the lock has expired.
      await killAfter(first, () => linesOf(out).length > count * 0.5);
      let last = start(out, { REDIS_URL: redis.url });
      await once(last, "exit");
      while (last.exitCode === 2) {
        await wait(1000);
        last = start(out, { REDIS_URL: redis.url });
        await once(last, "exit");
      }
      expect(last.exitCode).toBe(1);
      expectAll(out);
    } finally {
      for (const child of workers) child.kill("SIGKILL");
      await redis.stop();
    }
  },
  limit,
);
