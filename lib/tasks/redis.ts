import { existsSync } from "node:fs";
import { findRedis } from "#test/servers/redis-server.ts";
import { run } from "./run.mjs";

/** Installs Debian's Redis if root, and if there is none. Without a Redis the tests that need one are skipped. */
async function ensureRedis(): Promise<void> {
  if (findRedis()) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    await run("apt-get", ["update"], options);
    await run("apt-get", ["install", "--yes", "--no-install-recommends", "redis-server"], options);
  }
  if (!findRedis())
    console.log("No redis-server here: the tests that need one are skipped (`apt-get install redis-server`).");
}

if (import.meta.main) await ensureRedis();
