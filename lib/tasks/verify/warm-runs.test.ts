import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { JailTask } from "./jail-task.ts";
import { warmRuns } from "./warm-runs.ts";

/** A program that fails in every way that a real one may, by its first word. */
const program = `
import { writeSync } from "node:fs";
const kill = () => process.kill(process.pid, "SIGKILL");
export async function main([word]) {
  if (word === "waits") await new Promise(() => setInterval(() => {}, 1000));
  if (word === "spins") for (;;);
  if (word === "dies") { kill(); await new Promise(() => {}); }
  if (word === "dies-later") setTimeout(kill, 50);
  if (word === "throws-later") setTimeout(() => { throw new Error("too late"); }, 1);
  if (word === "floods") for (let i = 0; i < 300; i++) process.stdout.write("\\u0000{]".repeat(10_000));
  if (word === "floods") writeSync(1, '{"code":0}\\n');
  if (word === "deaf") process.removeAllListeners();
  if (word === "disconnects") process.disconnect();
  process.stdout.write(word);
}
`;

const module = join(mkdtempSync(join(tmpdir(), "warm-")), "program.mjs");
writeFileSync(module, program);
const warm = warmRuns();
afterAll(() => warm.stop());

function run(word: string) {
  const task: JailTask = {
    ...{ command: "", args: [word], env: {}, cwd: tmpdir(), files: {}, links: {}, wire: "completions", turns: [] },
    limit: 3,
  };
  return warm.run(task, { module, main: "main" });
}

test.each([
  ["waits", { stdout: "", stderr: "The warm process gave no answer in 3 seconds." }],
  ["spins", { stdout: "", stderr: "The warm process gave no answer in 3 seconds." }],
  ["dies", { stdout: "", stderr: "The warm process has ended: SIGKILL." }],
  ["disconnects", { stdout: "", stderr: expect.stringMatching(/^The warm process has ended: /) }],
  ["floods", { code: 0, stderr: "", stdout: "\0{]".repeat(10_000).slice(0, 20_000) }],
  ["deaf", { code: 0, stderr: "", stdout: "deaf" }],
])("a program that %s in a process that stays costs its own tree alone", async (word, ended) => {
  expect(await run(word)).toEqual(ended);
  for (const next of ["first", "second"]) expect(await run(next)).toEqual({ stdout: next, stderr: "", code: 0 });
});

test("a process that has died between two trees is started anew", async () => {
  expect(await run("dies-later")).toMatchObject({ code: 0 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await run("next")).toEqual({ stdout: "next", stderr: "", code: 0 });
});

test("a module that is not there is told, and costs no more than its limit", async () => {
  const task = { command: "", args: [], env: {}, cwd: tmpdir(), files: {}, links: {}, turns: [], limit: 3 };
  const others = warmRuns();
  const ended = await others.run({ ...task, wire: "completions" }, { module: "/nowhere.mjs", main: "main" });
  others.stop();
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("/nowhere.mjs") });
});
