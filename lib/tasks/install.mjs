/**
 * What `npm start` and `npm test` need before anything else. Runs on the machine's own Node (20 or
 * later) with nothing installed, hence plain JavaScript and only Node's own modules.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./run.mjs";

export const projectFolder = fileURLToPath(new URL("../../", import.meta.url));

/** The Node that everything else runs on: it takes TypeScript as it is, and the machine's may be too old. */
const wantedNode = "v24.";

/**
 * Installs the project's packages if they are not what the lockfile says.
 *
 * @returns {Promise<string>} the path of a Node 24
 */
export async function ensureInstalled() {
  if (!isInstalled(projectFolder)) await installPackages();
  const packaged = join(projectFolder, "node_modules/node/bin/node");
  if (!isWantedNode(packaged)) await runInstallScript();
  if (isWantedNode(packaged)) return packaged;
  if (isWantedNode(process.execPath)) return process.execPath;
  throw new Error(
    "This project runs on Node 24, which the npm package `node` brings along, but its install script did not run. " +
      "Allow npm install scripts for that package, or start again with Node 24 on the PATH.",
  );
}

/**
 * Whether node_modules holds what the lockfile names. npm writes down what it has installed, last of
 * all, in a lockfile of its own: an install cut short and a lockfile that changed both show.
 *
 * @param {string} folder the one with package-lock.json
 */
export function isInstalled(folder) {
  const present = lockedPackages(join(folder, "node_modules/.package-lock.json"));
  return Object.entries(lockedPackages(join(folder, "package-lock.json"))).every(([path, wanted]) => {
    if (path === "" || wanted.optional || wanted.devOptional) return true;
    return present[path]?.version === wanted.version && present[path]?.integrity === wanted.integrity;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }>}
 */
function lockedPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

async function installPackages() {
  console.log("Installing packages …");
  // Without npm's warnings that packages want a newer Node: they run on the one that is being installed.
  const code = await npm(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
  if (code !== 0) throw new Error("`npm ci` failed; its own message stands above.");
}

/**
 * npm names its own program to the scripts it runs; called by hand, the one on the PATH will do.
 *
 * @param {readonly string[]} args
 */
function npm(args) {
  const script = process.env.npm_execpath;
  if (script?.endsWith(".js")) return run(process.execPath, [script, ...args], { cwd: projectFolder });
  return run("npm", args, { cwd: projectFolder, shell: process.platform === "win32" });
}

/** An npm that refuses install scripts leaves the package `node` without its program. */
async function runInstallScript() {
  console.log("Fetching Node 24 …");
  await run(process.execPath, ["installArchSpecificPackage.js"], { cwd: join(projectFolder, "node_modules/node") });
}

/** @param {string} program */
function isWantedNode(program) {
  return spawnSync(program, ["--version"], { encoding: "utf8" }).stdout?.startsWith(wantedNode) ?? false;
}
