import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { profiles } from "#lib/harness/profiles.ts";
import { matchesGlobs } from "#lib/skills/glob.ts";
import type { ConfigFile, ConfigLevel } from "./config-file.ts";

/** The file with a repository's settings. Data, never code. */
export const configFile = "skillground.yaml";

export interface Config {
  readonly harnesses: readonly string[];
  /** The patterns themselves, to hand settings on as data. */
  readonly ignore: readonly string[];
  readonly isIgnored: (path: string) => boolean;
  readonly rules: Readonly<Record<string, ConfigLevel>>;
  /** Ratio from which on a rival is reported. */
  readonly overlapAbove: number;
}

/** The settings of a folder without a settings file. */
export const noConfig: Config = configOf({});

/**
 * Reads the settings of a folder, or the file `named`.
 * @throws UsageError with a sentence for each mistake
 */
export async function readConfig(folder: string, named: string | undefined): Promise<Config> {
  const file = named ?? join(folder, configFile);
  if (named === undefined && !existsSync(file)) return noConfig;
  // The YAML parser is loaded only if there is a settings file.
  const { parseConfig } = await import("./config-file.ts");
  return configOf(parseConfig(readFileSync(file, "utf8"), basename(file)));
}

/** The settings from a file's content. */
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
