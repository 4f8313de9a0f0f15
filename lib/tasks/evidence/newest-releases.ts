import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { UsageError } from "#lib/command/console.ts";

/** The newest version of packages, by their names; those that nobody tells are left out. */
export type Releases = Readonly<Record<string, string>>;

/** As a file tells them: `{ "package": "1.2.3" }`. @throws UsageError for a file that does not */
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

/** Milliseconds that npm has for one package. */
const patience = 30_000;

/** As npm's registry tells them. The first package that cannot be asked for ends it: then there is no registry here. */
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
