import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FakeProvider } from "#test/servers/providers/fake-provider.ts";
import { startOpenAiServer } from "#test/servers/providers/openai-server.ts";

const place = mkdtempSync(join(tmpdir(), "skillground-benchmark-"));
const folder = join(place, "skills");
let provider: FakeProvider;

beforeAll(async () => {
  const skill = (name: string, says: string) => {
    mkdirSync(join(folder, name, "evals"), { recursive: true });
    writeFileSync(join(folder, name, "SKILL.md"), `---\nname: ${name}\ndescription: ${says}\n---\n\nSay ${says}.\n`);
  };
  const git = (...args: readonly string[]) => execFileSync("git", ["-C", folder, ...args], { stdio: "ignore" });
  skill("greet", "old hello");
  skill("other", "nothing");
  git("init", "-q");
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a");
  skill("greet", "new hello");
  writeFileSync(join(folder, "greet/evals/names.txt"), "John");
  const evals = [
    {
      id: 4,
      prompt: "Say hello",
      files: ["evals/names.txt"],
      expectations: ["The output contains 'new'", "The skill greet is used", "It is friendly"],
    },
  ];
  writeFileSync(join(folder, "greet/evals/evals.json"), JSON.stringify({ skill_name: "greet", evals }));
  // Reads its skill if it has one, and repeats the text.
  provider = await startOpenAiServer({
    key: "a-key",
    script: ({ tools, results, model, system, said: asked }) => {
      if (model === "judge") return { text: verdictOn(system, asked) };
      const [said] = results;
      if (said !== undefined) return { text: /(?:new|old) hello/.exec(said)?.[0] ?? "hello" };
      return tools.includes("Skill") ? { calls: [{ name: "Skill", input: { skill: "greet" } }] } : { text: "hello" };
    },
  });
});
afterAll(async () => {
  await provider.stop();
  rmSync(place, { recursive: true });
});

/** Prefers the answer that contains "new hello", in either position; on friendliness it gives whichever verdict is named first. */
function verdictOn(system: string, asked: string): string {
  if (!asked.includes("Answer A:")) return `So it is. <verdict>${/<verdict>(\w+)/.exec(system)?.[1]}</verdict>`;
  const isFirst = asked.indexOf("new hello") < asked.indexOf("Answer B:");
  return `It is newer. <better>${isFirst ? "A" : "B"}</better>`;
}

async function benchmark(...args: readonly string[]) {
  const command = ["lib/command/main.ts", "evals", "benchmark", folder, "--skill", "greet", ...args];
  const run = promisify(execFile)(process.execPath, command, { env: { ...process.env, COMPATIBLE_API_KEY: "a-key" } });
  return run.then(
    (done) => ({ ...done, code: 0 }),
    (failed: { readonly stdout: string; readonly stderr: string; readonly code: number }) => failed,
  );
}

it("asks with the skill, with its old version, with all and without, and writes what skill-creator's viewer reads", async () => {
  const out = join(place, "out");
  const model = ["--model", "compatible/test", "--base-url", provider.url, "--runs", "2"];
  const ended = await benchmark(
    ...model,
    "--arms",
    "with,without,old,repository",
    "--out",
    out,
    "--format",
    "json",
    "--need",
    "0.9",
  );
  expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining("8 runs, and benchmark.json of all.") });
  const made = JSON.parse(ended.stdout);
  expect(JSON.parse(readFileSync(join(out, "benchmark.json"), "utf8"))).toEqual(made);
  const rates = Object.entries<{ readonly pass_rate: { readonly mean: number } }>(made.run_summary).flatMap(
    ([name, stats]) => (name === "delta" ? [] : [[name, stats.pass_rate.mean]]),
  );
  expect(rates).toEqual([
    ["with_skill", 1],
    ["whole_repository", 1],
    ["old_skill", 0.5],
    ["without_skill", 0],
  ]);
  expect(made.notes).toContain("1 assertion takes a judge, and did not count.");
  const first = join(out, "eval-4/with_skill/run-1");
  expect(JSON.parse(readFileSync(join(first, "grading.json"), "utf8")).expectations).toHaveLength(2);
  expect(readFileSync(join(first, "outputs/answer.md"), "utf8")).toBe("new hello\n");
  expect(readdirSync(join(out, "eval-4")).toSorted()).toEqual(
    ["eval_metadata.json", "old_skill", "whole_repository", "with_skill", "without_skill"].toSorted(),
  );
  // Only one arm offers the other skill, and no arm contains the expected answers.
  const sent = provider.requests.map(({ body }) => JSON.stringify(body));
  const both = sent.filter((body) => body.includes("other: nothing"));
  expect(both.length).toBeGreaterThan(0);
  expect(both.length).toBeLessThan(sent.length / 2);
  expect(sent.some((body) => body.includes("friendly"))).toBe(false);
});

it("a run that could not be made is no failed one, and results of two benchmarks do not mix", async () => {
  const out = join(place, "failing");
  const failing = await benchmark(
    "--model",
    "compatible/test",
    "--base-url",
    `${provider.url}/gone`,
    "--out",
    out,
    "--runs",
    "1",
  );
  expect(failing.code).toBe(2);
  expect(failing.stdout).toContain("0 of 2 runs came to an end");
  expect(existsSync(join(out, "eval-4"))).toBe(false);
  const again = await benchmark("--out", out);
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("is not empty") });
});

it("a judge says which answer is better in both orders, and what it says of an order alone does not count", async () => {
  const out = join(place, "judged");
  const models = ["--model", "compatible/test", "--judge", "compatible/judge", "--base-url", provider.url];
  const ended = await benchmark(...models, "--runs", "1", "--out", out, "--format", "json");
  expect(ended.stderr).toContain("2 runs, and benchmark.json of all.");
  const made = JSON.parse(ended.stdout);
  expect(made.metadata.analyzer_model).toBe("judge");
  expect(made.comparisons).toEqual([
    { eval_id: 4, run_number: 1, configurations: ["with_skill", "without_skill"], winner: "with_skill" },
  ]);
  expect(made.notes).toContain("1 assertion takes a judge, and did not count.");
  expect(made.runs[0].expectations).toHaveLength(2);
  const judged = provider.requests.map(({ body }) => JSON.stringify(body)).filter((body) => body.includes('"judge"'));
  // Two calls on which answer is better, and two for each answer on whether it is friendly.
  expect(judged).toHaveLength(6);
  expect(await benchmark("--judge", "demo", "--out", join(place, "demo"))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("it cannot judge"),
  });
});
