import { delimiter, dirname, join } from "node:path";
import { ensureInstalled, projectFolder } from "./install.mjs";
import { run } from "./run.mjs";

/**
 * Installs missing packages, runs a TypeScript task on a suitable Node, and exits with its exit code.
 * @param {string} task its file name in this folder
 */
export function enter(task) {
  return runOnNode([join(projectFolder, "lib/tasks", task), ...process.argv.slice(2)]);
}

/**
 * Installs missing packages, runs the project's Node in the project's folder, and exits with its exit code.
 * @param {readonly string[]} args
 */
export async function runOnNode(args) {
  try {
    const node = await ensureInstalled();
    const PATH = [dirname(node), join(projectFolder, "node_modules/.bin"), process.env.PATH].join(delimiter);
    process.exitCode = await run(node, args, { cwd: projectFolder, env: { ...process.env, PATH } });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
