import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noConfig } from "../../config.ts";
import { UsageError } from "../../console.ts";
import { readOutput } from "../../output.ts";
import { type Judge, judgeAddress } from "./judge.ts";
import { readList } from "./list.ts";
import { politely } from "./polite.ts";
import { reportOnList } from "./report-list.ts";
import type { RepositoryResult } from "./result.ts";
import { openResults } from "./results-folder.ts";
import { summaryOf } from "./summary.ts";
import { summaryMarkdown, summaryPage } from "./summary-faces.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "skillground-list-"));
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

function reported(repository: string, more: object = {}): RepositoryResult {
  return {
    version: 1,
    state: "reported",
    repository,
    label: repository,
    licence: "MIT",
    files: 1,
    bytes: 1,
    skills: 2,
    harnesses: [{ id: "codex", label: "Codex", told: 1, total: 2, tokens: 10 }],
    findings: { alarm: 1, look: 0, note: 0 },
    rules: { secret: { title: "A secret", findings: 3 } },
    marks: { rejected: 1 },
    milliseconds: 5,
    ...more,
  };
}

function options(list: string, out: string) {
  const output = readOutput({ quiet: true }, ["text"]);
  const polite = { parallel: 8, perHost: 8, pause: 0 };
  return {
    list,
    out,
    way: "as-installed",
    config: noConfig,
    retries: false,
    redis: undefined,
    output,
    ...polite,
  } as const;
}

test("a list has each repository once, however it is spelled, and tells the lines that are none", () => {
  const text = "# ours\nacme/skills\nhttps://GitHub.com/acme/skills.git # again\nhttps://git.example/a/b\n\n";
  expect(readList(text, "l").map(({ key, host }) => [key, host])).toEqual([
    ["https://github.com/acme/skills", "github.com"],
    ["https://git.example/a/b", "git.example"],
  ]);
  expect(() => readList("acme/skills\n../x\n", "l.txt")).toThrow(
    "l.txt has lines that are no address of a repository: line 2 (../x).",
  );
  expect(() => readList("# none\n", "l.txt")).toThrow(UsageError);
});

test("of 2,000 repositories each is judged once, over however many runs that are stopped", async () => {
  const list = join(folder, "list.txt");
  const out = join(folder, "out");
  writeFileSync(
    list,
    Array.from({ length: 2000 }, (_, index) => `https://h${index % 7}.example/a/${index}`).join("\n"),
  );
  const judged = new Map<string, number>();
  let most = 500;
  const judge: Judge = async ({ key }) => {
    judged.set(key, (judged.get(key) ?? 0) + 1);
    await wait(0);
    if (judged.size === most) process.emit("SIGINT");
    return reported(key);
  };
  for (most of [500, 1200])
    await expect(reportOnList(options(list, out), judge)).rejects.toThrow(/the same command goes on/);
  most = -1;
  expect(await reportOnList(options(list, out), judge)).toBe(0);
  expect(judged.size).toBe(2000);
  expect([...judged.values()].every((times) => times === 1)).toBe(true);
  const lines = readFileSync(join(out, "results.jsonl"), "utf8").trimEnd().split("\n");
  expect(new Set(lines.map((line) => JSON.parse(line).repository)).size).toBe(2000);
  expect(lines.length).toBe(2000);
});

test("a run that is stopped ends a clone whose server does not answer", async () => {
  const stop = new AbortController();
  let isEnded: boolean | undefined;
  vi.stubGlobal("fetch", (_: unknown, { signal }: RequestInit) => {
    setTimeout(() => {
      stop.abort(new Error("stopped"));
      isEnded = signal?.aborted;
    });
    return new Promise<Response>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  });
  try {
    const [listed] = readList("https://git.example/a/b", "l");
    if (!listed) throw new Error("no line");
    const judging = judgeAddress(listed, { way: "as-installed", config: noConfig, signal: stop.signal });
    await expect(judging).rejects.toThrow("stopped");
    expect(isEnded).toBe(true);
  } finally {
    vi.unstubAllGlobals();
  }
});

test("a host that never comes to an end is given up", async () => {
  const late = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(late.signal);
  vi.stubGlobal("fetch", async (_: unknown, { signal }: RequestInit) => {
    setTimeout(() => late.abort());
    return new Promise<Response>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  });
  try {
    const [listed] = readList("https://git.example/a/b", "l");
    if (!listed) throw new Error("no line");
    const { signal } = new AbortController();
    const result = await judgeAddress(listed, { way: "as-installed", config: noConfig, signal });
    expect(result).toMatchObject({ state: "failed", code: "slow" });
  } finally {
    vi.unstubAllGlobals();
  }
});

test("half a line of a process that was killed goes, what is no result is refused, and one process writes at once", () => {
  const first = openResults(folder, { retries: false, settings: "" });
  first.keep(reported("a"));
  expect(first.results.size).toBe(1);
  first.close();
  appendFileSync(join(folder, "results.jsonl"), '{"version":1,"state":"rep');
  writeFileSync(join(folder, ".lock"), "1");
  expect(() => openResults(folder, { retries: false, settings: "" })).toThrow(/Another process writes/);
  writeFileSync(join(folder, ".lock"), "999999999");
  const second = openResults(folder, { retries: false, settings: "" });
  second.keep(reported("a"));
  second.keep({
    version: 1,
    state: "failed",
    repository: "b",
    label: "b",
    code: "network-cut",
    because: "It broke off.",
    milliseconds: 1,
  });
  second.close();
  expect(readFileSync(join(folder, "results.jsonl"), "utf8").trimEnd().split("\n")).toHaveLength(2);
  const third = openResults(folder, { retries: true, settings: "" });
  expect([...third.results.keys()]).toEqual(["a"]);
  third.close();
  appendFileSync(join(folder, "results.jsonl"), "{}\n");
  expect(() => openResults(folder, { retries: false, settings: "" })).toThrow(
    /Line 2 of .* is no result of this version/,
  );
});

test("a folder with results by other settings is refused, and nothing in it is changed", async () => {
  const list = join(folder, "list.txt");
  const out = join(folder, "out");
  writeFileSync(list, "acme/skills\n");
  const judge: Judge = async ({ key }) => reported(key);
  expect(await reportOnList(options(list, out), judge)).toBe(0);
  const before = readFileSync(join(out, "summary.json"), "utf8");
  for (const other of [{ way: "as-it-lies" } as const, { config: { ...noConfig, harnesses: ["codex"] } }]) {
    await expect(reportOnList({ ...options(list, out), ...other }, judge)).rejects.toThrow(/another --way or --config/);
  }
  expect(readFileSync(join(out, "summary.json"), "utf8")).toBe(before);
  expect(await reportOnList(options(list, out), judge)).toBe(0);
});

test("no host has more under way than it should bear, and hosts take turns", async () => {
  const active = new Map<string, number>();
  let [most, mostOfHost] = [0, 0];
  const order: string[] = [];
  const items = ["a", "a", "a", "a", "b", "b"].map((host, index) => ({ host, index }));
  await politely(
    items,
    { parallel: 3, perHost: 2, pause: 5, signal: new AbortController().signal },
    async ({ host }) => {
      order.push(host);
      active.set(host, (active.get(host) ?? 0) + 1);
      mostOfHost = Math.max(mostOfHost, ...active.values());
      most = Math.max(
        most,
        [...active.values()].reduce((sum, each) => sum + each, 0),
      );
      await wait(10);
      active.set(host, (active.get(host) ?? 0) - 1);
    },
  );
  expect(order).toHaveLength(6);
  expect(order.slice(0, 2)).toEqual(["a", "b"]);
  expect(mostOfHost).toBeLessThanOrEqual(2);
  expect(most).toBeLessThanOrEqual(3);
});

test("a harness of which no document says what it tells is not told to tell nothing", () => {
  const harness = { id: "cursor", label: "Cursor", told: 0, undocumented: 2, total: 2, tokens: 0 };
  const summary = summaryOf([reported("a", { harnesses: [harness] }), reported("b", { harnesses: [harness] })]);
  expect(summary.harnesses).toEqual([{ ...harness, undocumented: 4, total: 4 }]);
  expect(summaryMarkdown(summary)).toContain("| Cursor | not documented | – | – |");
  expect(summaryPage(summary)).not.toContain("0 of 4");
});

test("a summary is the same in whatever order results came, and what others wrote is text in it", () => {
  const hostile = "<script>alert(1)</script>|\u001b[31m";
  const results = [
    reported("a"),
    reported("b", {
      rules: { secret: { title: hostile, findings: 1 }, other: { title: "Other", findings: 9 } },
      findings: { alarm: 0, look: 1, note: 0 },
    }),
    { version: 1, state: "failed", repository: "c", label: "c", code: "x", because: hostile, milliseconds: 1 } as const,
  ];
  const summary = summaryOf(results);
  expect(summaryOf(results.toReversed())).toEqual(summary);
  expect(summary).toMatchObject({ repositories: 3, reported: 2, skills: 4, alarmed: 1 });
  expect(summary.harnesses).toEqual([{ id: "codex", label: "Codex", told: 2, total: 4, tokens: 20 }]);
  expect(summary.rules.map(({ code, repositories, findings }) => [code, repositories, findings])).toEqual([
    ["secret", 2, 4],
    ["other", 1, 9],
  ]);
  for (const face of [summaryPage(summary), summaryMarkdown(summary)]) {
    expect(face).not.toMatch(/(?<!\\)<script/);
    expect(face).not.toContain("\u001b");
  }
  expect(summaryMarkdown(summary)).toContain("| Codex | 2 of 4 | 50.0% | 20 |");
});
