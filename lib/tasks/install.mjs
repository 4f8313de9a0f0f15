/**
 * Prepares `npm start` and `npm test`. Runs on the machine's own Node (20 or later) with nothing installed, so it is plain JavaScript and
 * uses only Node's own modules.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isNewEnough } from "./node-version.mjs";
import { run } from "./run.mjs";

export const projectFolder = fileURLToPath(new URL("../../", import.meta.url));

const isWindows = process.platform === "win32";

/**
 * Installs the project's packages if they differ from the lockfile. Everything else runs on the machine's Node if that is new enough;
 * otherwise on the one that the npm package `node` downloads, which the lockfile does not verify.
 * @returns {Promise<string>} the path of that Node
 */
export async function ensureInstalled() {
  const own = machineNode(process.env);
  // Only that package needs install scripts.
  if (!isInstalled(projectFolder)) await installPackages(own === undefined);
  return own ? takeOwn(own) : takePackaged();
}

/**
 * The machine's own Node, if it is new enough: the one that runs npm, one on the PATH, or the one that runs this. Programs of installed
 * packages, which npm puts first on the PATH, do not count.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {(program: string) => string | undefined} [versionOf]
 * @returns {string | undefined}
 */
export function machineNode(environment, versionOf = nodeVersion) {
  const name = isWindows ? "node.exe" : "node";
  const onPath = (environment.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
  const candidates = [environment.npm_node_execpath ?? "", ...onPath, process.execPath];
  const own = candidates.filter((program) => program !== "" && !program.split(sep).includes("node_modules"));
  return [...new Set(own)].find((program) => isNewEnough(versionOf(program)));
}

const packagedNode = join(projectFolder, "node_modules/node/bin/node");

/** npm's scripts find this one first, before the machine's own. */
const shadow = join(projectFolder, "node_modules/.bin/node");

/** @param {string} own */
function takeOwn(own) {
  if (!isWindows) rmSync(shadow, { force: true });
  return own;
}

async function takePackaged() {
  if (!isNewEnough(nodeVersion(packagedNode))) await runInstallScript();
  if (!isNewEnough(nodeVersion(packagedNode)))
    throw new Error(
      "This project runs on Node 24.16 or later, which the npm package `node` brings along, but its install script did " +
        "not run. Allow npm install scripts for that package, or start again with such a Node on the PATH.",
    );
  if (!isWindows && !existsSync(shadow)) symlinkSync("../node/bin/node", shadow);
  return packagedNode;
}

/**
 * Whether node_modules contains what the lockfile names. npm writes a lockfile of its own there when an install is complete, so an
 * interrupted install and a changed lockfile both show.
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

/** @param {boolean} withScripts */
async function installPackages(withScripts) {
  console.log("Installing packages …");
  // Without npm's warnings that packages want a newer Node, which is what is being installed.
  const scripts = withScripts ? [] : ["--ignore-scripts"];
  const code = await npm(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error", ...scripts]);
  if (code !== 0) throw new Error("`npm ci` failed; its own message stands above.");
}

/**
 * Runs npm: the one that started this script, or else the one on the PATH.
 * @param {readonly string[]} args
 */
function npm(args) {
  const script = process.env.npm_execpath;
  if (script?.endsWith(".js")) return run(process.execPath, [script, ...args], { cwd: projectFolder });
  return run("npm", args, { cwd: projectFolder, shell: process.platform === "win32" });
}

/** If npm is set to skip install scripts, the package `node` has no program, so this runs its script. */
async function runInstallScript() {
  console.log("Fetching Node 24, as this machine's is not 24.16 or later …");
  await run(process.execPath, ["installArchSpecificPackage.js"], { cwd: join(projectFolder, "node_modules/node") });
}

/**
 * @param {string} program
 * @returns {string | undefined} `v24.16.0`
 */
function nodeVersion(program) {
  return spawnSync(program, ["--version"], { encoding: "utf8" }).stdout?.trim();
}
