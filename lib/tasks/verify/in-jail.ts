/** Runs programs inside the jail, with JSON lines: a `JailTask` in, a `JailAnswer` out. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { compareBytes } from "#lib/vfs/paths.ts";
import { startAnthropicServer } from "#test/servers/providers/anthropic-server.ts";
import { startGoogleServer } from "#test/servers/providers/google-server.ts";
import type { Script, ScriptedTurn } from "#test/servers/providers/model-script.ts";
import { startOpenAiServer } from "#test/servers/providers/openai-server.ts";
import { startResponsesServer } from "#test/servers/providers/responses-server.ts";
import {
  type JailAnswer,
  type JailTask,
  jsonLine,
  modelKey,
  modelPort,
  proxyPort,
  type WarmEnd,
  type WarmModule,
  type WarmRun,
} from "./jail-task.ts";
import { world } from "./tree.ts";

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
  const ended = await (task.warm ? runWarm(task, task.warm) : runProgram(task));
  await provider.stop();
  return {
    ...ended,
    requests: provider.requests.map(({ url, body }) => ({ url, body })),
    urls: [...new Set(provider.requests.map(({ url }) => url))],
    elsewhere: [...elsewhere],
    milliseconds: Math.round(performance.now() - started),
  };
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
  for (const name of readdirSync(world)) rmSync(join(world, name), { recursive: true, force: true });
  try {
    for (const folder of [cwd, env.HOME ?? world, env.TMPDIR ?? world]) mkdirSync(folder, { recursive: true });
    for (const path of [...Object.keys(files), ...Object.keys(links)].sort(byNames).reverse()) {
      mkdirSync(path.endsWith("/") ? path : dirname(path), { recursive: true });
      const target = links[path];
      if (target !== undefined) symlinkSync(target, path);
      else if (!path.endsWith("/")) writeFileSync(path, files[path] ?? "");
    }
  } catch (caught) {
    return caught instanceof Error ? caught.message : String(caught);
  }
  return undefined;
}

/** Most characters of an output that are kept. */
const mostOutput = 20_000;

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

/** Trees after which a warm process gives way to a new one: each run leaves something behind. */
const mostRuns = 40;
let host: { readonly child: ChildProcess; left: number } | undefined;

/** Runs the program in the process that the runs before it have loaded. */
async function runWarm({ args, env, cwd, limit }: JailTask, warm: WarmModule): Promise<WarmEnd> {
  host ??= { child: startHost(warm, env), left: mostRuns };
  const { child } = host;
  const ended = await new Promise<WarmEnd>((resolve) => {
    const died = () =>
      resolve({ stdout: "", stderr: `The warm process has ended: ${child.exitCode} ${child.signalCode}` });
    const late = setTimeout(died, limit * 1000);
    child.once("exit", died).once("message", (message) => {
      clearTimeout(late);
      child.off("exit", died);
      resolve(message as WarmEnd);
    });
    child.send({ args, env, cwd } satisfies WarmRun);
  });
  if (ended.code === undefined || --host.left <= 0) {
    child.kill("SIGKILL");
    host = undefined;
  }
  const { stdout, stderr, code } = ended;
  return {
    stdout: stdout.slice(0, mostOutput),
    stderr: stderr.slice(0, mostOutput),
    ...(code !== undefined && { code }),
  };
}

function startHost({ module, main = "" }: WarmModule, env: JailTask["env"]): ChildProcess {
  const inside = fileURLToPath(new URL("warm-host.ts", import.meta.url));
  const stdio = ["ignore", "ignore", "inherit", "ipc"] as const;
  return spawn(process.execPath, [inside, module, main], {
    cwd: "/",
    env: env as NodeJS.ProcessEnv,
    stdio: [...stdio],
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await run(JSON.parse(line) as JailTask);
  process.stdout.write(jsonLine(answer));
}
process.exit();
