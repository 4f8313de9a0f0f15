import { execFile } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** The oldest major version of Node that the package supports. */
export const oldestMajor = 22;

/** Milliseconds to download it: some forty megabytes. */
const patience = 300_000;

/** A Node of that version: downloaded from npm once, into this machine's cache folder. `undefined` if it is not available. */
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
