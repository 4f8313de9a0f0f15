import { type EvalRequest, renameSkills } from "#lib/evals/requests.ts";
import { type Skill, shortNameOf } from "#lib/harness/vocabulary/skill.ts";
import { isSameFile, type MountTable } from "#lib/vfs/mount-table.ts";
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
  from: NamedSkills = to,
): readonly EvalRequest[] {
  const named = ({ skills }: NamedSkills, name: string) => skills.find((skill) => skill.name === name);
  const sameFile = ({ location }: Skill) => {
    const place = from.files.locate(location);
    return place && to.skills.find((skill) => isSameFile(to.files.locate(skill.location), place));
  };
  return requests.map((request) =>
    renameSkills(request, (name) => {
      const written = named(from, name);
      const found = (written && sameFile(written)) ?? named(to, name) ?? skillOfOwnName(to.skills, name);
      return found?.name ?? name;
    }),
  );
}

/** The skill of which this is the author's name or the folder, if there is only one. */
export function skillOfOwnName(skills: readonly Skill[], name: string): Skill | undefined {
  const [found, ...others] = skills.filter(
    (skill) => shortNameOf(skill) === name || basename(skill.directory) === name,
  );
  return others.length === 0 ? found : undefined;
}
