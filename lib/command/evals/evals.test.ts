import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FakeProvider } from "#test/servers/providers/fake-provider.ts";
import { startOpenAiServer } from "#test/servers/providers/openai-server.ts";

const folder = mkdtempSync(join(tmpdir(), "skillground-evals-"));
let provider: FakeProvider;

beforeAll(async () => {
  const description = `Says hello to visitors. ${"Much more is said of it here. ".repeat(60)}`;
  mkdirSync(join(folder, "greet"));
  writeFileSync(join(folder, "greet/SKILL.md"), `---\nname: greet\ndescription: ${description}\n---\n\nSay hello.\n`);
  writeFileSync(join(folder, "set.txt"), "say hello to the visitors -> greet\nthanks! -> none\n");
  // Picks its one skill for any request, by the harness's own tool if it has one.
  provider = await startOpenAiServer({
    key: "a-key",
    script: ({ system, tools }) => {
      const path = /\/\S+greet\/SKILL\.md/.exec(system)?.[0] ?? "";
      const isHanded = tools.includes("Skill");
      const call = isHanded ? { name: "Skill", input: { skill: "greet" } } : { name: "read_file", input: { path } };
      return { calls: [call] };
    },
  });
});
afterAll(async () => {
  await provider.stop();
  rmSync(folder, { recursive: true });
});

/** Runs the command; returns its output and its exit code. */
async function evals(...args: readonly string[]) {
  const env = { ...process.env, COMPATIBLE_API_KEY: "a-key" };
  const command = ["lib/command/main.ts", "evals", folder, "--set", join(folder, "set.txt"), ...args];
  const run = promisify(execFile)(process.execPath, command, { env });
  const { stdout, stderr, code } = await run.then(
    (done) => ({ ...done, code: 0 }),
    (failed: { readonly stdout: string; readonly stderr: string; readonly code: number }) => failed,
  );
  return { said: stdout + stderr, code };
}

it("a set is put to a model under several harnesses over the wire, and the exit code tells whether enough led where they should", async () => {
  const json = join(folder, "picked.json");
  const model = ["--model", "compatible/test", "--base-url", provider.url, "--runs", "1", "--output", `json:${json}`];
  const [half, most] = await Promise.all([
    evals(...model, "--harness", "keen,claude-code", "--need", "0.5"),
    evals("--model", "demo", "--need", "1", "--harness", "codex"),
  ]);
  expect(half.said).toContain(
    "test, Keen Code: 1 of 2 requests led where they should (9–91%: too few to tell); about 240 tokens.",
  );
  expect(half.said).toContain(
    "test, Claude Code: 1 of 2 requests led where they should (9–91%: too few to tell); about 240 tokens.",
  );
  expect(half.code).toBe(0);
  const { runs } = JSON.parse(readFileSync(json, "utf8"));
  expect(runs.map(({ harness }: { readonly harness: string }) => harness)).toEqual(["Keen Code", "Claude Code"]);
  expect(most.said).toContain("Codex tells the model 1,024 of the 1,823 characters of the description of greet.");
  expect([most.code, most.said]).toEqual([0, expect.stringContaining("2 of 2")]);
  const [all, refused] = await Promise.all([evals(...model, "--need", "0.8"), evals("--harness", "none")]);
  expect(all.code).toBe(1);
  expect(refused).toEqual({
    said: expect.stringMatching(/^There is no harness none\. There are: keen, .*\n$/),
    code: 2,
  });
  expect(await evals("--harness", "codex,cursor")).toEqual({
    said: "What Cursor tells its model is not documented, so no request can be tested under it. Leave it out of --harness.\n",
    code: 2,
  });
});
