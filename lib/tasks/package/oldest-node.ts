import { execFile } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** The oldest major version of Node that the package promises to run on. */
export const oldestMajor = 22;

/** Milliseconds for fetching it: some forty megabytes. */
const patience = 300_000;

/**
 * A program of that version: fetched from npm once, into the folder that this machine keeps for what can be fetched again.
 * `undefined` where it cannot be had.
 */
export async function oldestNode(): Promise<string | undefined> {
  const kept = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const folder = join(kept, "skillground", `node-${oldestMajor}`);
  const program = join(folder, "node_modules/node/bin/node");
  try {
    if (!existsSync(program)) {
      mkdirSync(folder, { recursive: true });
      const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--no-save", `node@${oldestMajor}`];
      await promisify(execFile)("npm", args, { cwd: folder, timeout: patience });
    }
    const { stdout } = await promisify(execFile)(program, ["--version"]);
    return stdout.startsWith(`v${oldestMajor}.`) ? program : undefined;
  } catch {
    return undefined;
  }
}
