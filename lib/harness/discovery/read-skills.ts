import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Dialect, YamlReading } from "#lib/skills/read-frontmatter.ts";
import { estimateParts } from "#lib/skills/yaml/parse-bounded.ts";
import { frontmatterLimits } from "#lib/skills/yaml/parse-yaml.ts";
import type { Files } from "#lib/vfs/files.ts";
import { type ReadSkill, readSkill, type SkillFile, yamlAhead } from "./read-skill.ts";

/** YAML that is about to be parsed. */
export interface ReadAhead {
  readonly dialect: Dialect;
  readonly yamls: readonly string[];
}

/**
 * A function that a step offers: it looks at the files and returns what is parsed next; `undefined` if nothing is. A caller that uses it
 * resumes the step with the result of `readYaml` for each of the texts, or with nothing.
 */
export type LookAhead = () => ReadAhead | undefined;

/** Work in steps that looks through skills. A caller can have its YAML read ahead in another thread. */
export type ScanSteps<Result> = Generator<LookAhead | undefined, Result, readonly YamlReading[] | undefined>;

/** Most files that are looked at together before any of them is read: more would block the page. */
const batchLimits = { files: 50, parts: 8_000 };

/** Reads and judges each SKILL.md as `readSkill` does, with a yield before each. */
export function* readSkills(
  profile: Profile,
  files: Files,
  all: readonly SkillFile[],
): ScanSteps<readonly ReadSkill[]> {
  const read: ReadSkill[] = [];
  /** The files whose YAML was asked for ahead; `readings` has the answers. */
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
  /** Index of the first file after the batch. */
  readonly end: number;
  /** Index in `yamls` of a file's text; absent for files of which nothing has to be parsed. */
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
