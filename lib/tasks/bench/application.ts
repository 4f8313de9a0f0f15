import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#test/servers/free-port.ts";
import { projectFolder } from "../install.mjs";
import { serverEnvironment, serverFile, serverFlags } from "../server-flags.mjs";

export interface Application {
  readonly url: string;
  /** Process id. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** Serves the production build on a free port, like `npm start`; its relay may reach `gitOrigin`. Resolves when it answers. */
export async function startApplication(
  gitOrigin: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Application> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [...serverFlags, serverFile], {
    cwd: projectFolder,
    env: {
      ...serverEnvironment,
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      GIT_RELAY_ALLOW: gitOrigin,
      ...environment,
    },
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
  return { url, pid: server.pid ?? 0, stop };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
