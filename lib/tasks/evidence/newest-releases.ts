import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { UsageError } from "#lib/command/console.ts";

/** The newest version by package name; unknown packages are left out. */
export type Releases = Readonly<Record<string, string>>;

/** Reads versions from a file: `{ "package": "1.2.3" }`. @throws UsageError if the file has another form */
export function releasesIn(path: string): Releases {
  const known = z.record(z.string(), z.string());
  try {
    return known.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (caught) {
    const why = caught instanceof Error ? (caught.message.split("\n")[0] ?? "") : String(caught);
    throw new UsageError(`${path} tells no releases: it has to be JSON as {"package": "1.2.3"} (${why}).`, {
      cause: caught,
    });
  }
}

/** Milliseconds to wait for npm, per package. */
const patience = 30_000;

/** The versions in npm's registry. Stops at the first package that cannot be queried: then there is no registry here. */
export function askedReleases(packages: readonly string[]): { readonly releases: Releases; readonly problem?: string } {
  const releases: Record<string, string> = {};
  for (const name of packages) {
    const args = ["view", name, "version", "--fetch-retries=0"];
    const { status, stdout, stderr, error } = spawnSync("npm", args, { encoding: "utf8", timeout: patience });
    const version = stdout?.trim() ?? "";
    if (error || status !== 0 || !/^\d+\.\d+/.test(version)) {
      const line = stderr?.split("\n").find((each) => /error/i.test(each));
      return { releases, problem: error?.message ?? line?.replace(/^npm (?:error|ERR!) /, "") ?? "it says nothing" };
    }
    releases[name] = version;
  }
  return { releases };
}
