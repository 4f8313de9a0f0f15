/**
 * Attacks on live rooms: each on a server of its own, with rooms in memory and in Redis, beside a class of forty and other well-behaved
 * teachers. Some minutes, loopback only. `npm run soak rooms`; by hand `node lib/tasks/soak/rooms.ts [folder of another version] [words of
 * the attacks' names]`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "#test/servers/free-port.ts";
import { findRedis, startRedis } from "#test/servers/redis-server.ts";
import { type Attack, attacks } from "./room-attacks.ts";
import { honestClass, otherTeachers, pageAt } from "./room-class.ts";
import { residentOf } from "./served-project.ts";

const [folder = process.cwd(), ...only] = process.argv.slice(2);

for (const [name, attack] of Object.entries(attacks)) {
  if (only.length > 0 && !only.some((word) => name.includes(word))) continue;
  await report(name, "memory", attack, "");
  if (!findRedis()) continue;
  const redis = await startRedis();
  await report(name, "Redis", attack, redis.url).finally(() => redis.stop());
}

async function report(name: string, kind: string, attack: Attack, redisUrl: string): Promise<void> {
  const port = await freePort();
  const url = () => `http://127.0.0.1:${port}`;
  let server = await serve(port, redisUrl);
  const memory = () => residentOf(server.pid ?? 0);
  const restart = async () => {
    await end(server);
    server = await serve(port, redisUrl);
  };
  try {
    const school = await honestClass(pageAt(url, "198.51.100.7"));
    const stopTeachers = otherTeachers((index) => pageAt(url, `198.18.${index % 250}.1`));
    const before = memory();
    let peak = before;
    const watching = setInterval(() => {
      peak = Math.max(peak, memory());
    }, 200);
    const start = performance.now();
    const outcome = await attack({ url, school, restart });
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    // What an attack leaves behind affects whoever comes after it.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    clearInterval(watching);
    console.log(`${name}, rooms in ${kind}: ${outcome}, in ${seconds} s`);
    console.log(`  ${await stopTeachers()}`);
    console.log(`  ${await school.stop()}`);
    console.log(`  memory: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} at most`);
  } finally {
    await end(server);
  }
}

async function serve(port: number, redisUrl: string): Promise<ChildProcess> {
  const server = spawn(process.execPath, ["test/servers/room-server.ts"], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), REDIS_URL: redisUrl, TRUSTED_PROXIES: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(server.stdout ?? server, "data");
  return server;
}

async function end(server: ChildProcess): Promise<void> {
  const ended = once(server, "exit");
  server.kill("SIGKILL");
  await ended;
}
