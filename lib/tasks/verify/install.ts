import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Installed } from "./ask.ts";
import type { Program } from "./program.ts";

/** Where programs and their answers are cached: outside of the repository, between runs. */
function cacheFolder(): string {
  return (
    process.env.VERIFY_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "skillground-verify")
  );
}

class NotInstalled extends Error {}

/** A program in the cache, installed from npm's registry if it is missing. */
export function installProgram(program: Program, version: string): Installed {
  const folder = join(cacheFolder(), program.id, version);
  const command = join(folder, "node_modules/.bin", program.command);
  if (!existsSync(command)) fetchPackage(program, version, folder);
  const found = installedVersion(program, folder);
  if (found !== version)
    throw new NotInstalled(`npm has installed ${program.package} ${found} in place of ${version}.`);
  return { program, version, command, answers: join(folder, "answers") };
}

function fetchPackage({ package: name, label }: Program, version: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  // With an older Node npm installs an older version, or omits the part for this machine, so this process's own Node comes first.
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", `${name}@${version}`];
  const { status, stderr, error } = spawnSync("npm", args, { encoding: "utf8", env: { ...process.env, PATH: path } });
  if (error || status !== 0) {
    const why = error?.message ?? stderr.trim().split("\n").at(-1);
    throw new NotInstalled(`${label} ${version} cannot be had from npm here: ${why}`);
  }
}

function installedVersion({ package: name }: Program, folder: string): string {
  const path = join(folder, "node_modules", name, "package.json");
  if (!existsSync(path)) throw new NotInstalled(`npm has installed nothing under ${path}.`);
  return (JSON.parse(readFileSync(path, "utf8")) as { readonly version: string }).version;
}
