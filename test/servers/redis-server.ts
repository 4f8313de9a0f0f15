import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort } from "./free-port.ts";

export interface RedisServer {
  /** `redis://127.0.0.1:<port>` */
  readonly url: string;
  readonly port: number;
  /** Accepts connections but stays silent, until `thaw`. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** The path of this machine's `redis-server`, if it has one. */
export function findRedis(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, "redis-server")).find((path) => existsSync(path));
}

/** A real Redis on 127.0.0.1 that stores nothing on disk. @param wanted its port; absent: a free one */
export async function startRedis(wanted?: number): Promise<RedisServer> {
  const program = findRedis();
  if (!program) throw new Error("There is no redis-server on this machine.");
  const port = wanted ?? (await freePort());
  const nothingOnDisk = ["--save", "", "--appendonly", "no", "--dir", tmpdir()];
  const child = spawn(program, ["--bind", "127.0.0.1", "--port", String(port), ...nothingOnDisk]);
  await untilReady(child);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    freeze: () => child.kill("SIGSTOP"),
    thaw: () => child.kill("SIGCONT"),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function untilReady(child: ChildProcess): Promise<void> {
  let log = "";
  for await (const text of child.stdout ?? []) {
    log += text;
    if (log.includes("Ready to accept connections")) return;
  }
  throw new Error(`redis-server did not start:\n${log}`);
}
