import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#test/servers/free-port.ts";

export interface ServedProject {
  readonly url: string;
  /** Current memory of the serving process, in MB; `NaN` if the system does not tell. */
  memory(): number;
  /** Bytes that it has written to stderr. */
  complaints(): number;
  stop(): Promise<void>;
}

/** Builds and serves the project in `folder` like `npm start`. Resolves when it answers. */
export async function serveProject(
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<ServedProject> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, ["lib/tasks/start.mjs"], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), HOST: "127.0.0.1", ...environment },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  let told = "";
  let complaints = 0;
  server.stderr.on("data", (text: Buffer) => {
    complaints += text.length;
    told = (told + text).slice(-2000);
  });
  const pid = server.pid ?? 0;
  while (!(await answers(url))) {
    if (server.exitCode !== null) throw new Error(`The server did not start: ${told}`);
    await wait(200);
  }
  const stop = async () => {
    const ended = once(server, "exit");
    // The whole group: `npm start` builds and serves in child processes.
    process.kill(-pid, "SIGTERM");
    await ended;
  };
  return { url, memory: () => largestOf(pid), complaints: () => complaints, stop };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** The process with most memory in a process group, as Linux counts it. */
function largestOf(group: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const members = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && groupOf(name) === group);
  return Math.max(...members.map(residentOf));
}

function groupOf(pid: string): number {
  // After the name, which is in parentheses and may contain anything: state, parent, group.
  return Number(
    read(pid, "stat")
      .replace(/^.*\) /s, "")
      .split(" ")[2],
  );
}

/** Current memory of a process in MB, as Linux counts it; 0 if it has ended. */
export function residentOf(pid: string | number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(pid, "status"))?.[1] ?? 0) / 1000;
}

function read(pid: string | number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return ""; // It has ended meanwhile.
  }
}
