import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { profiles } from "#lib/harness/profiles.ts";
import { matchesGlobs } from "#lib/skills/glob.ts";
import type { ConfigFile, ConfigLevel } from "./config-file.ts";

/** The file by which a repository says what is to be minded in it. Data, never code. */
export const configFile = "skillground.yaml";

export interface Config {
  readonly harnesses: readonly string[];
  /** The patterns themselves, for who hands settings on as data. */
  readonly ignore: readonly string[];
  readonly isIgnored: (path: string) => boolean;
  readonly rules: Readonly<Record<string, ConfigLevel>>;
  /** A rival is told of from this ratio on. */
  readonly overlapAbove: number;
}

/** The settings of a folder that has none. */
export const noConfig: Config = configOf({});

/**
 * The settings of a folder, or those of the file named.
 * @throws UsageError with a sentence for each thing in it that is not as it should be
 */
export async function readConfig(folder: string, named: string | undefined): Promise<Config> {
  const file = named ?? join(folder, configFile);
  if (named === undefined && !existsSync(file)) return noConfig;
  // What it takes to read one is loaded where there is one.
  const { parseConfig } = await import("./config-file.ts");
  return configOf(parseConfig(readFileSync(file, "utf8"), basename(file)));
}

/** Settings of what a file of them says. */
export function configOf(read: ConfigFile): Config {
  const ignored = read.ignore ?? [];
  return {
    harnesses: read.harnesses ?? profiles.map(({ id }) => id),
    ignore: ignored,
    isIgnored: (path) => matchesGlobs(ignored, path),
    rules: read.rules ?? {},
    overlapAbove: read.overlap?.above ?? 0.8,
  };
}
