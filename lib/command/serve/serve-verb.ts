import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { complain, harmlessLine, UsageError } from "../console.ts";
import { informationUri, ownFile } from "../own-files.ts";
import { readArguments, type Verb } from "../verb.ts";

const usage = `skillground serve [folder] [options]

Opens the lab on a folder of this machine and follows it as it changes. Nothing is uploaded, and nothing
in the folder is written. Prints an address to open, with a key that only this run knows. Ctrl+C ends it.
Without a folder: the current one.

  --port <number>             port on 127.0.0.1 (default: 3131)

The lab is a build of its own, too large for this command: run it from a checkout of Skillground.

Exit codes: 0 ended, 2 nothing could be served.

Examples:
  skillground serve skills
  skillground serve --port 4000`;

/** The script of `npm start`: builds what has changed, and serves it. */
const starter = "lib/tasks/start.mjs";

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, { port: { type: "string", default: "3131" } });
  const [named = "."] = positionals;
  const port = Number(values.port);
  if (!/^\d{1,5}$/.test(values.port) || port < 1 || port > 65_535)
    throw new UsageError("--port is a number from 1 to 65535.");
  const found = statSync(named, { throwIfNoEntry: false });
  if (!found) throw new UsageError(`${named} is not there.`);
  if (!found.isDirectory()) throw new UsageError(`${named} is a file: name a folder.`);
  const start = ownFile(starter);
  if (!existsSync(start)) throw new UsageError(whereTheLabIs());
  // Passed in the environment, which other users of the machine cannot read, unlike arguments.
  const token = randomBytes(32).toString("base64url");
  const env = {
    ...process.env,
    HOST: "127.0.0.1",
    PORT: String(port),
    TRUSTED_PROXIES: "0",
    ACCESS_LOG: "off",
    SKILLGROUND_FOLDER: resolve(named),
    SKILLGROUND_FOLDER_TOKEN: token,
  };
  const server = spawn(process.execPath, [start], { env, cwd: ownFile("."), stdio: ["ignore", 2, 2] });
  return followServer(server, { origin: `http://127.0.0.1:${port}`, token, folder: named });
}

function whereTheLabIs(): string {
  const source = informationUri();
  return `The lab is not part of this package: run “npm run serve -- <folder>” in a checkout of Skillground${source === undefined ? "" : ` (${source})`}.`;
}

interface Served {
  readonly origin: string;
  readonly token: string;
  readonly folder: string;
}

/** Milliseconds between two checks whether the server answers. */
const pause = 250;

async function followServer(server: ChildProcess, { origin, token, folder }: Served): Promise<number> {
  let isAsked = false;
  const end = () => {
    isAsked = true;
    server.kill("SIGTERM");
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
  const ended = once(server, "exit");
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver && !(await answers(origin, token))) await wait(pause);
  if (!isOver) {
    process.stdout.write(`${origin}/folder#${token}\n`);
    complain(`${harmlessLine(folder)} is open at that address, for this machine alone. Ctrl+C ends it.`);
  }
  await ended;
  if (!isAsked) throw new UsageError("The server ended by itself: what it said stands above.");
  return 0;
}

/** Whether the server that was started answers, and not an older one on the same port: no other knows the token. */
export async function answers(origin: string, token: string): Promise<boolean> {
  const headers = { "x-skillground-folder": token };
  const response = await fetch(`${origin}/api/folder`, { headers, redirect: "manual" }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok === true;
}

export const serveVerb: Verb = { usage, run };
