import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
  process.stdout.write(word === "tells its id" ? String(process.pid) : word);
}
`;

const module = join(mkdtempSync(join(tmpdir(), "warm-")), "program.mjs");
writeFileSync(module, program);
const warm = warmRuns();
afterAll(() => warm.stop());

/** Seconds: few for what never answers, and enough on a busy machine for what has to start first. */
const limitOf = (word: string) => (word === "waits" || word === "hangs" || word === "spins" ? 1 : 60);

function run(word: string) {
  const task: JailTask = {
    ...{ command: "", args: [word], env: {}, cwd: tmpdir(), files: {}, links: {}, wire: "completions", turns: [] },
    limit: limitOf(word),
  };
  return warm.run(task, { module, main: "main" });
}

test.each([
  ["waits", { stdout: "", stderr: "The warm process gave no answer in 1 seconds." }],
  ["spins", { stdout: "", stderr: "The warm process gave no answer in 1 seconds." }],
  ["dies", { stdout: "", stderr: "The warm process has ended: SIGKILL." }],
  ["disconnects", { stdout: "", stderr: expect.stringMatching(/^The warm process has ended: /) }],
  ["floods", { code: 0, stderr: "", stdout: "\0{]".repeat(10_000).slice(0, 20_000) }],
  ["deaf", { code: 0, stderr: "", stdout: "deaf" }],
])("a program that %s in a process that stays costs its own tree alone", async (word, ended) => {
  expect(await run(word)).toEqual(ended);
  for (const next of ["first", "second"]) expect(await run(next)).toEqual({ stdout: next, stderr: "", code: 0 });
});

function isRunning(id: number) {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

test("a process that has died between two trees is started anew", async () => {
  const { stdout: id } = await run("tells its id");
  expect(await run("dies-later")).toMatchObject({ code: 0 });
  await expect.poll(() => isRunning(Number(id))).toBe(false);
  expect(await run("next")).toEqual({ stdout: "next", stderr: "", code: 0 });
});

test("a module that is not there is told, and costs no more than its limit", async () => {
  const task = { command: "", args: [], env: {}, cwd: tmpdir(), files: {}, links: {}, turns: [], limit: 3 };
  const others = warmRuns();
  const ended = await others.run({ ...task, wire: "completions" }, { module: "/nowhere.mjs", main: "main" });
  others.stop();
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("/nowhere.mjs") });
});

/** A server that fails in every way that a real one may, by the word that it is asked. */
const server = `
import { createServer } from "node:http";
const [, , port, elsewhere] = process.argv;
const flood = (response) => { while (response.write("x".repeat(10_000))); response.once("drain", () => flood(response)); };
createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { word } = JSON.parse(body);
  if (word === "hangs") return;
  if (word === "spins") for (;;);
  if (word === "dies") process.kill(process.pid, "SIGKILL");
  if (word === "breaks off") { response.write("half"); setTimeout(() => response.destroy(), 20); return; }
  if (word === "floods") return flood(response);
  if (word === "shouts") for (let i = 0; i < 300; i++) process.stdout.write("listening {".repeat(1_000));
  if (word === "leads elsewhere") return response.writeHead(307, { location: elsewhere }).end();
  if (word === "refuses") return response.writeHead(500).end("no");
  if (word === "names another") return response.end('{"id":"../forget"}');
  response.end(word + " " + request.url);
}).listen(port, "127.0.0.1", () => { process.stdout.write("liste"); setTimeout(() => process.stdout.write("ning"), 20); });
`;

const serverFile = join(mkdtempSync(join(tmpdir(), "warm-")), "server.mjs");
writeFileSync(serverFile, server);
const strangers: string[] = [];
const stranger = createServer(({ url = "" }, response) => {
  strangers.push(url);
  response.end("mine");
});
const free = createServer();
const portOf = async (each: typeof free) => {
  await new Promise<void>((resolve) => each.listen(0, "127.0.0.1", resolve));
  return (each.address() as AddressInfo).port;
};
const elsewhere = `http://127.0.0.1:${await portOf(stranger)}/`;
const port = await portOf(free);
await new Promise((resolve) => free.close(resolve));
const warmServers = warmRuns();
afterAll(() => {
  warmServers.stop();
  stranger.close();
});

function ask(...words: readonly string[]) {
  const task: JailTask = {
    ...{ command: process.execPath, args: [], env: {}, cwd: tmpdir(), files: {}, links: {}, wire: "completions" },
    ...{ turns: [], limit: Math.min(...words.map(limitOf)) },
  };
  return warmServers.run(task, {
    ...{ serve: [serverFile, String(port), elsewhere], says: "listening", port },
    asks: words.map((word) => ({ path: "/ask/{id}", body: { word } })),
    forget: { path: "/forget", body: { word: "forget" } },
  });
}

const noAnswer = { stdout: "", stderr: "The warm process gave no answer in 1 seconds." };

test.each([
  ["hangs", noAnswer],
  ["spins", noAnswer],
  [
    "dies",
    { stdout: "", stderr: expect.stringMatching(/^The warm process (?:has ended: SIGKILL|broke off its answer)\.$/) },
  ],
  ["breaks off", { stdout: "", stderr: "The warm process broke off its answer." }],
  ["floods", { code: 0, stderr: "", stdout: "x".repeat(20_000) }],
  ["shouts", { code: 0, stderr: "", stdout: "shouts /ask/" }],
  ["leads elsewhere", { code: 1, stderr: "", stdout: "" }],
  ["refuses", { code: 1, stderr: "no", stdout: "" }],
])("a server that %s costs its own tree alone", async (word, ended) => {
  expect(await ask(word)).toEqual(ended);
  for (const next of ["first", "second"]) expect(await ask(next)).toMatchObject({ stdout: `${next} /ask/`, code: 0 });
  expect(strangers).toEqual([]);
});

test("a server that names another of its addresses is asked at no other", async () => {
  expect(await ask("names another", "next")).toEqual({ stdout: "next /ask/..%2Fforget", stderr: "", code: 0 });
});
