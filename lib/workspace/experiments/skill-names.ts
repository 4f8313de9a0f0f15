import { type EvalRequest, renameSkills } from "#lib/evals/requests.ts";
import { type Skill, shortNameOf } from "#lib/harness/vocabulary/skill.ts";
import type { MountTable } from "#lib/vfs/mount-table.ts";
import { basename } from "#lib/vfs/paths.ts";

/** The skills that a harness has loaded, and the files that they are. */
export interface NamedSkills {
  readonly skills: readonly Skill[];
  readonly files: Pick<MountTable, "locate">;
}

/**
 * Requests as they are to be judged under a harness, which may call a skill otherwise than the harness under which they were written
 * (`document-skills:pdf`), or than the author does (`pdf`). A name that leads to no skill stays as it is.
 */
export function requestsUnder(
  to: NamedSkills,
  requests: readonly EvalRequest[],
  from: NamedSkills,
): readonly EvalRequest[] {
  const fileOf = ({ files }: NamedSkills, { location }: Skill) => {
    const { mountId, path } = files.locate(location) ?? { mountId: "", path: location };
    return `${mountId}:${path}`;
  };
  const fileNamed = new Map(from.skills.map((skill) => [skill.name, fileOf(from, skill)]));
  const byFile = new Map(to.skills.map((skill) => [fileOf(to, skill), skill.name]));
  const names = new Set(to.skills.map((skill) => skill.name));
  return requests.map((request) =>
    renameSkills(request, (name) => {
      const called = byFile.get(fileNamed.get(name) ?? "");
      return called ?? (names.has(name) ? name : (skillOfOwnName(to.skills, name)?.name ?? name));
    }),
  );
}

/** The skill of which this is the author's name, or the name of the folder or single file, if there is only one. */
export function skillOfOwnName(skills: readonly Skill[], name: string): Skill | undefined {
  const placeName = ({ singleFile, location, directory }: Skill) =>
    basename(singleFile ? location.replace(/\.md$/, "") : directory);
  const [found, ...others] = skills.filter((skill) => shortNameOf(skill) === name || placeName(skill) === name);
  return others.length === 0 ? found : undefined;
}
