import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

export interface Application {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves the production build on a free port; its relay may reach `gitOrigin`. Resolves when it answers. */
export async function startApplication(gitOrigin: string): Promise<Application> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn("next", ["start", "--hostname", "127.0.0.1", "--port", String(port)], {
    env: { ...process.env, GIT_RELAY_ALLOW: gitOrigin },
    stdio: ["ignore", "ignore", "inherit"],
  });
  while (!(await answers(url))) {
    if (server.exitCode !== null) throw new Error("The application did not start; its own message stands above.");
    await wait(100);
  }
  const stop = async () => {
    const ended = once(server, "exit");
    server.kill();
    await ended;
  };
  return { url, stop };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("A TCP server has a port.");
  return address.port;
}
