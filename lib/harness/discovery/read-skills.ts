import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { estimateParts, frontmatterLimits } from "#lib/skills/parse-yaml.ts";
import type { Dialect, YamlReading } from "#lib/skills/read-frontmatter.ts";
import type { Files } from "#lib/vfs/files.ts";
import { type ReadSkill, readSkill, type SkillFile, yamlAhead } from "./read-skill.ts";

/** YAML that is about to be parsed. */
export interface ReadAhead {
  readonly dialect: Dialect;
  readonly yamls: readonly string[];
}

/**
 * What a step offers: to tell what is parsed next, which takes a look at the files. `undefined` where that is nothing.
 * Whoever asks answers the step with what `readYaml` has come to for each of the texts, or with nothing.
 */
export type LookAhead = () => ReadAhead | undefined;

/** Work in steps that looks through skills. Its YAML may be read elsewhere, in another thread, by who asks for it ahead. */
export type ScanSteps<Result> = Generator<LookAhead | undefined, Result, readonly YamlReading[] | undefined>;

/** Files that are looked at together, before any of them is read: more of them would hold up the page. */
const batchLimits = { files: 50, parts: 8_000 };

/** Reads and judges each SKILL.md as `readSkill`, with a yield before each. */
export function* readSkills(
  profile: Profile,
  files: Files,
  all: readonly SkillFile[],
): ScanSteps<readonly ReadSkill[]> {
  const read: ReadSkill[] = [];
  /** The files that were told ahead, and what has come of them. */
  let ahead: Batch = { end: 0, places: new Map(), yamls: [] };
  let readings: readonly YamlReading[] | undefined;
  for (const [index, file] of all.entries()) {
    if (index < ahead.end) yield;
    else {
      readings = yield () => {
        ahead = nextBatch(profile, files, all, index);
        return ahead.yamls.length > 0 ? { dialect: profile.frontmatter.dialect, yamls: ahead.yamls } : undefined;
      };
    }
    const at = ahead.places.get(file);
    read.push(readSkill(profile, files, file, at === undefined ? undefined : readings?.[at]));
  }
  return read;
}

interface Batch {
  /** Index of the first file behind it. */
  readonly end: number;
  /** Which of the texts is a file's; absent for files of which nothing has to be parsed. */
  readonly places: ReadonlyMap<SkillFile, number>;
  readonly yamls: readonly string[];
}

function nextBatch(profile: Profile, files: Files, all: readonly SkillFile[], start: number): Batch {
  const yamls: string[] = [];
  const places = new Map<SkillFile, number>();
  let parts = 0;
  let end = start;
  for (const file of all.slice(start, start + batchLimits.files)) {
    if (parts >= batchLimits.parts) break;
    end++;
    const yaml = yamlAhead(profile, files, file);
    if (yaml === undefined) continue;
    places.set(file, yamls.length);
    yamls.push(yaml);
    parts += estimateParts(yaml, frontmatterLimits.parts);
  }
  return { end, places, yamls };
}
