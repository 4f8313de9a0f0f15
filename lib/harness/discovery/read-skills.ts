import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { estimateParts } from "#lib/skills/bounded-yaml.ts";
import { frontmatterLimits } from "#lib/skills/parse-yaml.ts";
import type { Dialect, YamlReading } from "#lib/skills/read-frontmatter.ts";
import type { Files } from "#lib/vfs/files.ts";
import { type ReadSkill, readSkill, type SkillFile, yamlAhead } from "./read-skill.ts";

/** YAML that is about to be parsed. */
export interface ReadAhead {
  readonly dialect: Dialect;
  readonly yamls: readonly string[];
  /** About how many parts they have together. */
  readonly parts: number;
}

/**
 * Work in steps that looks through skills. Some tell what is read next: whoever can wait may answer with what `readYaml` has
 * come to for each of the texts, in another thread.
 */
export type ScanSteps<Result> = Generator<ReadAhead | undefined, Result, readonly YamlReading[] | undefined>;

/** Files that are looked at together, before any of them is read: more of them would hold up the page. */
const batchLimits = { files: 50, parts: 16_000 };

/** Reads and judges each SKILL.md as `readSkill`, with a yield after each. */
export function* readSkills(
  profile: Profile,
  files: Files,
  all: readonly SkillFile[],
): ScanSteps<readonly ReadSkill[]> {
  const read: ReadSkill[] = [];
  while (read.length < all.length) {
    const { batch, ahead } = nextBatch(profile, files, all.slice(read.length, read.length + batchLimits.files));
    const readings = ahead && (yield ahead);
    for (const { file, at } of batch) {
      read.push(readSkill(profile, files, file, at === undefined ? undefined : readings?.[at]));
      yield;
    }
  }
  return read;
}

interface Batch {
  /** `at`: which of the texts ahead is the file's. */
  readonly batch: readonly { readonly file: SkillFile; readonly at: number | undefined }[];
  /** Absent where nothing has to be parsed. */
  readonly ahead: ReadAhead | undefined;
}

function nextBatch(profile: Profile, files: Files, next: readonly SkillFile[]): Batch {
  const yamls: string[] = [];
  const batch: { file: SkillFile; at: number | undefined }[] = [];
  let parts = 0;
  for (const file of next) {
    if (parts >= batchLimits.parts) break;
    const yaml = yamlAhead(profile, files, file);
    batch.push({ file, at: yaml === undefined ? undefined : yamls.length });
    if (yaml === undefined) continue;
    yamls.push(yaml);
    parts += estimateParts(yaml, frontmatterLimits.parts);
  }
  const { dialect } = profile.frontmatter;
  return { batch, ahead: yamls.length > 0 ? { dialect, yamls, parts } : undefined };
}
