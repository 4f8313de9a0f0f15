import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { keptOfWorld } from "../tree.ts";
import {
  type JailTask,
  mostOutput,
  type ServerRequest,
  type WarmEnd,
  type WarmModule,
  type WarmRun,
  type WarmServer,
} from "./jail-task.ts";

/** Trees after which a warm process gives way to a new one: each run leaves something behind. */
const mostRuns = 40;

/** Asks one warm process after the other; one that does not come to an end, or dies, is replaced, so that it costs its tree alone. */
export interface WarmRuns {
  /** `code` is absent if the process hung or died; then `stderr` says so. */
  run(task: JailTask, warm: WarmModule | WarmServer): Promise<WarmEnd>;
  stop(): void;
}

interface Host {
  readonly child: ChildProcess;
  /** Resolves once it can be asked. A request before that may be accepted and never answered. */
  readonly ready: Promise<unknown>;
  left: number;
}

export function warmRuns(): WarmRuns {
  let host: Host | undefined;
  function stop() {
    if (host) endAll(host.child);
    host = undefined;
  }
  return {
    stop,
    async run(task, warm) {
      // It may have died since its last run.
      if (host && !isAlive(host.child)) stop();
      host ??= { ...("serve" in warm ? startServer(task, warm) : startHost(task, warm)), left: mostRuns };
      const { child, ready } = host;
      const stopped = new AbortController();
      const ask = () => ("serve" in warm ? askServer(warm, stopped.signal) : askHost(child, task));
      const ended = await Promise.race([ready.then(ask), whyNoEnd(child, task.limit, stopped.signal)]);
      stopped.abort();
      if (ended.code === undefined || --host.left <= 0) stop();
      return ended;
    },
  };
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Ends a process and what it has started. */
function endAll({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // None of them is left.
  }
}

function whyNoEnd(child: ChildProcess, limit: number, signal: AbortSignal): Promise<WarmEnd> {
  return new Promise((resolve) => {
    const say = (stderr: string) => resolve({ stdout: "", stderr });
    const died = () => say(`The warm process has ended: ${child.exitCode ?? child.signalCode}.`);
    const late = setTimeout(() => say(`The warm process gave no answer in ${limit} seconds.`), limit * 1000);
    child.once("exit", died).once("error", died);
    signal.addEventListener("abort", () => {
      clearTimeout(late);
      child.off("exit", died).off("error", died);
    });
  });
}

function startHost({ env }: JailTask, { module, main = "" }: WarmModule): Omit<Host, "left"> {
  const inside = fileURLToPath(new URL("warm-host.ts", import.meta.url));
  const child = spawn(process.execPath, [inside, module, main], {
    cwd: "/",
    env: env as NodeJS.ProcessEnv,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    detached: true,
  });
  return { child, ready: Promise.resolve() };
}

function askHost(child: ChildProcess, { args, env, cwd }: JailTask): Promise<WarmEnd> {
  return new Promise((resolve) => {
    child.once("message", (message) => resolve(message as WarmEnd));
    child.send({ args, env, cwd } satisfies WarmRun, (error) => {
      if (error) resolve({ stdout: "", stderr: `The warm process cannot be asked: ${error.message}` });
    });
  });
}

/** What a server keeps for itself outlives the trees, which replace each other. */
function startServer({ command, env }: JailTask, { serve, says }: WarmServer): Omit<Host, "left"> {
  const own = mkdtempSync(keptOfWorld);
  const child = spawn(command, serve, {
    cwd: "/",
    env: { ...(env as NodeJS.ProcessEnv), XDG_DATA_HOME: own, XDG_STATE_HOME: own, XDG_CACHE_HOME: own },
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  const ready = new Promise<void>((resolve) => {
    let said = "";
    child.stdout.on("data", (text) => {
      said = (said + String(text)).slice(-mostOutput);
      if (said.includes(says)) resolve();
    });
  });
  return { child, ready };
}

async function askServer({ port, asks, forget }: WarmServer, signal: AbortSignal): Promise<WarmEnd> {
  const ended = await askAll(port, asks, signal);
  await post(port, forget, signal);
  return ended;
}

async function askAll(port: number, asks: WarmServer["asks"], signal: AbortSignal): Promise<WarmEnd> {
  let id = "";
  let stdout = "";
  for (const { path, body } of asks) {
    const answer = await post(port, { path: path.replace("{id}", encodeURIComponent(id)), body }, signal);
    if (!answer) return { stdout: "", stderr: "The warm process broke off its answer." };
    if (!answer.ok) return { stdout: "", stderr: answer.text, code: 1 };
    stdout = answer.text;
    id = /"id":"([^"]+)"/.exec(answer.text)?.[1] ?? id;
  }
  return { stdout, stderr: "", code: 0 };
}

/** `undefined` if there is no whole answer. It is not followed elsewhere, and not read further than what is kept. */
async function post(port: number, { path, body }: ServerRequest, signal: AbortSignal) {
  const headers = { "content-type": "application/json" };
  const options = { method: "POST", headers, body: JSON.stringify(body), signal };
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...options, redirect: "manual" });
    return { ok: response.ok, text: await beginningOf(response) };
  } catch {
    return undefined;
  }
}

async function beginningOf({ body }: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= mostOutput) break;
  }
  return text.slice(0, mostOutput);
}
