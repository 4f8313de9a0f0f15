import type { Editing } from "#lib/editing/editing.ts";
import { type EvalRequest, renameSkills } from "#lib/evals/requests.ts";
import { holdsSet, readSet, type SetFormat, writeEvals, writeTriggers } from "#lib/evals/set-files.ts";
import { FailureError } from "#lib/failure.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import type { Harness } from "#lib/view/harness.ts";

interface SetNeeds {
  readonly tree: Tree;
  readonly harness: Harness;
  readonly editing: Editing;
}

/** The names of the request files in a skill's folder `evals`. */
const setNames = { evals: "evals.json", triggers: "trigger-eval.json" } as const satisfies Record<SetFormat, string>;

/** A request file in a skill's folder, after reading. */
export interface SkillSet {
  readonly path: string;
  readonly requests: readonly EvalRequest[];
  /** The skill's name in the file. */
  readonly skill?: string;
  /** Why the file cannot be read, as a clause; it then has no requests. */
  readonly because?: string;
}

/** Names of request files: other files in the folder need not be any. */
const setName = /\.json$|(?:^|[_-])(?:trigger_tests|triggers?|evals?|stimuli|tasks?)\.ya?ml$|\.jsonl$/i;

/** The most files that are read of a skill's folder. */
const mostFiles = 20;

/**
 * The request files in a skill's folder `evals`; a JSON file of another shape says why it is none. The skill is the one
 * in whose folder the files are, whatever name they give: harnesses rename skills, and authors forget to update the
 * files.
 */
export function skillSets(files: Files, skill: Skill): readonly SkillSet[] {
  if (skill.singleFile) return [];
  const folder = joinPath(skill.directory, "evals");
  const named = (files.list(folder) ?? []).filter(({ kind, name }) => kind === "file" && setName.test(name));
  return named.slice(0, mostFiles).flatMap(({ name }): readonly SkillSet[] => {
    const path = joinPath(folder, name);
    const text = readText(files, path);
    if (text === undefined) return [];
    const read = readSet(text, skill.name);
    if (read.kind === "refused") return [{ path, requests: [], because: read.because }];
    const requests = read.requests.map((each) =>
      renameSkills(each, (name) => (name === read.skill ? skill.name : name)),
    );
    return [{ path, requests, ...(read.skill !== undefined && { skill: read.skill }) }];
  });
}

/** The path of the request file of a format; `undefined` for a skill without a folder of its own. */
export function skillSetPath({ singleFile, directory }: Skill, format: SetFormat): string | undefined {
  return singleFile ? undefined : joinPath(directory, "evals", setNames[format]);
}

/**
 * Writes the requests about a skill into its own folder, as an edit. An existing `evals.json` keeps its entries and
 * gets the missing ones; a trigger file is written anew. A file of another shape is never overwritten.
 * @throws FailureError `name-refused`, with the reason why nothing can be written; `path-missing` for a skill without
 * a folder of its own
 */
export async function writeSkillSet(
  needs: SetNeeds,
  skillName: string,
  requests: readonly EvalRequest[],
  format: SetFormat,
): Promise<void> {
  const { files } = needs.tree.state();
  const { view } = needs.harness.state();
  const skill = view.discovery.skills.find(({ name }) => name === skillName);
  const path = skill && skillSetPath(skill, format);
  if (path === undefined) throw new FailureError({ code: "path-missing", path: `${skillName}/evals` });
  const before = readText(files, path);
  if (before !== undefined && !holdsSet(before, format))
    throw new FailureError({ code: "name-refused", path, reason: "another kind of file is already there" });
  const text = format === "evals" ? writeEvals(requests, skillName, before) : writeTriggers(requests, skillName);
  await needs.editing.write([{ path, text }]);
}
