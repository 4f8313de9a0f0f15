/**
 * Runs the `Dockerfile` step by step, with folders in place of layers, because not every machine has a container engine: builds, starts
 * what the image would start, and runs its health check. `npm run soak image`.
 */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#test/servers/free-port.ts";
import { projectFolder } from "../install.mjs";

const root = mkdtempSync(join(tmpdir(), "skillground-image-"));
const stages = new Map<string, string>();
/** The PATH without this project's programs, which are not on an image's PATH. */
const programs = (process.env.PATH ?? "").split(delimiter).filter((path) => !path.startsWith(projectFolder));
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [dirname(process.execPath), ...programs].join(delimiter),
};
let folder = "";
let health: string[] = [];
let command: string[] = [];

const ignored = readFileSync(join(projectFolder, ".dockerignore"), "utf8").split("\n").filter(Boolean);
const isCopied = (path: string) =>
  !ignored.some((name) => path.split("/").some((part) => part === name.replace(/\*$/, "")));

for (const line of readFileSync(join(projectFolder, "Dockerfile"), "utf8").split("\n")) {
  const [, instruction = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
  switch (instruction) {
    case "FROM": {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? "last";
      folder = join(root, name);
      mkdirSync(folder);
      stages.set(name, folder);
      break;
    }
    case "COPY":
      copy(rest.split(" "));
      break;
    case "RUN":
      console.log(`RUN ${rest}`);
      execFileSync("sh", ["-c", rest], { cwd: folder, env: environment, stdio: "inherit" });
      break;
    case "ENV":
      for (const [, name = "", value = ""] of rest.matchAll(/(\w+)=(\S+)/g))
        Object.assign(environment, { [name]: value });
      break;
    case "HEALTHCHECK":
      health = JSON.parse(rest.slice(rest.indexOf("["))) as string[];
      break;
    case "CMD":
      command = JSON.parse(rest) as string[];
      break;
  }
}

const [program = "", ...args] = command;
const env = { ...environment, HOST: "127.0.0.1", PORT: String(await freePort()) };
const server = spawn(program, args, { cwd: folder, env, stdio: "inherit" });
try {
  await untilHealthy();
  console.log("The image starts, and is healthy.");
} finally {
  server.kill();
  rmSync(root, { recursive: true, force: true });
}

function copy(words: string[]): void {
  const from = /^--from=(\w+)$/.exec(words[0] ?? "")?.[1];
  const paths = from ? words.slice(1) : words;
  const source = from ? (stages.get(from) ?? "") : projectFolder;
  for (const path of paths.slice(0, -1)) {
    // A stage is copied whole; its folder stands for its root.
    const at = from ? source : join(source, path);
    const filter = (file: string) => from !== undefined || isCopied(file.slice(projectFolder.length));
    cpSync(at, path === "." || from ? folder : join(folder, path), { recursive: true, filter, verbatimSymlinks: true });
  }
}

async function untilHealthy(): Promise<void> {
  for (let second = 0; second < 60; second++) {
    await wait(1000);
    if (server.exitCode !== null) throw new Error("What the image starts has ended.");
    try {
      execFileSync(health[0] ?? "", health.slice(1), { env, cwd: folder });
      return;
    } catch {
      // Not ready yet.
    }
  }
  throw new Error("The image is not healthy within a minute.");
}
