/** Runs programs inside the jail, with JSON lines: a `JailTask` in, a `JailAnswer` out. */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { compareBytes } from "#lib/vfs/paths.ts";
import { bytesOfText } from "#lib/vfs/snapshot-files.ts";
import { startAnthropicServer } from "#test/servers/providers/anthropic-server.ts";
import { startGoogleServer } from "#test/servers/providers/google-server.ts";
import type { Script, ScriptedTurn } from "#test/servers/providers/model-script.ts";
import { startOpenAiServer } from "#test/servers/providers/openai-server.ts";
import { startResponsesServer } from "#test/servers/providers/responses-server.ts";
import { keptOfWorld, world } from "../tree.ts";
import {
  type JailAnswer,
  type JailTask,
  jsonLine,
  modelKey,
  modelPort,
  mostOutput,
  proxyPort,
  type WarmEnd,
} from "./jail-task.ts";
import { typeOnScreen } from "./on-screen.ts";
import { warmRuns } from "./warm-runs.ts";

const servers = {
  anthropic: startAnthropicServer,
  responses: startResponsesServer,
  completions: startOpenAiServer,
  google: startGoogleServer,
};

/** A proxy for everything but the model, which records the requested hosts. */
const elsewhere = new Set<string>();
const proxy = createServer((request, response) => {
  elsewhere.add(new URL(request.url ?? "", "http://unknown").host);
  response.writeHead(502).end();
});
proxy.on("connect", ({ url = "" }, socket) => {
  elsewhere.add(url);
  // A program that is killed, or does not wait for the answer, breaks the connection.
  socket.on("error", () => socket.destroy());
  socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
});
await new Promise<void>((resolve) => proxy.listen(proxyPort, "127.0.0.1", resolve));

async function run(task: JailTask): Promise<JailAnswer> {
  elsewhere.clear();
  const unwritable = writeWorld(task);
  if (unwritable !== undefined)
    return { requests: [], urls: [], stdout: "", stderr: "", elsewhere: [], milliseconds: 0, unwritable };
  const provider = await servers[task.wire]({ key: modelKey, port: modelPort, script: scriptOf(task.turns) });
  const started = performance.now();
  const ended = await endOf(task, () => provider.requests.length);
  await provider.stop();
  return {
    ...ended,
    requests: provider.requests.map(({ url, body }) => ({ url, body })),
    urls: [...new Set(provider.requests.map(({ url }) => url))],
    elsewhere: [...elsewhere],
    milliseconds: Math.round(performance.now() - started),
  };
}

function endOf(task: JailTask, requests: () => number): Promise<WarmEnd> {
  if (task.typed !== undefined) return typeOnScreen(task, task.typed, requests);
  return task.warm ? warm.run(task, task.warm) : runProgram(task);
}

/** Requests without tools are for titles and summaries; they take no scripted turn. */
function scriptOf(turns: readonly ScriptedTurn[]): Script {
  const left = [...turns];
  return ({ tools }) => (tools.length > 0 ? left.shift() : undefined) ?? { text: "OK." };
}

/**
 * Sorts by folder, then name. A file system in memory lists the newest file first, so a program that reads in disk order gets files written
 * from last to first in name order, as the engine does.
 */
function byNames(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  const at = left.findIndex((name, index) => name !== right[index]);
  return at < 0 ? left.length - right.length : compareBytes(left[at] ?? "", right[at] ?? "");
}

/** Replaces all files of the world. */
function writeWorld({ files, links, cwd, env }: JailTask): string | undefined {
  const old = readdirSync(world).map((name) => join(world, name));
  for (const path of old.filter((path) => !path.startsWith(keptOfWorld)))
    rmSync(path, { recursive: true, force: true });
  try {
    const folders = [cwd, env.HOME ?? world, env.TMPDIR ?? world].map((folder) => `${folder}/`);
    for (const path of [...folders, ...Object.keys(files), ...Object.keys(links)].sort(byNames).reverse()) {
      mkdirSync(path.endsWith("/") ? path : dirname(path), { recursive: true });
      const target = links[path];
      if (target !== undefined) symlinkSync(target, path);
      else if (!path.endsWith("/")) writeFileSync(path, bytesOfText(files[path] ?? ""));
    }
  } catch (caught) {
    return caught instanceof Error ? caught.message : String(caught);
  }
  return undefined;
}

const warm = warmRuns();

function runProgram({ command, args, env, cwd, limit }: JailTask) {
  // A program gets the task's environment only, not this process's.
  const options = { cwd, env: env as NodeJS.ProcessEnv };
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      if (output[name].length < mostOutput) output[name] += text;
    });
  }
  // Everything in the jail but this process ends: the program, and what it has started.
  const end = setTimeout(() => process.kill(-1, "SIGKILL"), limit * 1000);
  return new Promise<typeof output & { readonly code?: number }>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(end);
      resolve({ ...output, ...(code !== null && { code }) });
    });
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await run(JSON.parse(line) as JailTask);
  process.stdout.write(jsonLine(answer));
}
process.exit();
