import type { EvalRequest } from "#lib/evals/requests.ts";
import { holdsSet, readSet, type SetFormat, writeEvals, writeTriggers } from "#lib/evals/set-files.ts";
import { FailureError } from "#lib/failure.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import type { Harness } from "#lib/view/harness.ts";
import type { Editing } from "#lib/workspace/files/editing.ts";

interface SetNeeds {
  readonly tree: Tree;
  readonly harness: Harness;
  readonly editing: Editing;
}

/** What sets are called in a skill's own folder `evals`. */
const setNames = { evals: "evals.json", triggers: "trigger-eval.json" } as const satisfies Record<SetFormat, string>;

/** A file of requests in the folder of a skill, read. */
export interface SkillSet {
  readonly path: string;
  readonly requests: readonly EvalRequest[];
  /** What it calls its skill. */
  readonly skill?: string;
  /** Why it cannot be read, as a clause; then it has no requests. */
  readonly because?: string;
}

/** What files of sets are called: what else lies there need not be one. */
const setName = /\.json$|(?:^|[_-])(?:trigger_tests|triggers?|evals?|stimuli|tasks?)\.ya?ml$|\.jsonl$/i;

/** So many files of a skill's folder are read. */
const mostFiles = 20;

/**
 * The sets of requests in the folder `evals` of a skill; JSON of another shape says why it is none. Whatever they call
 * the skill, it is the one whose folder they lie in: harnesses rename skills, and authors forget to.
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
    const requests = read.requests.map((request) => renamed(request, read.skill, skill.name));
    return [{ path, requests, ...(read.skill !== undefined && { skill: read.skill }) }];
  });
}

function renamed(request: EvalRequest, from: string | undefined, to: string): EvalRequest {
  const { expects } = request;
  const isItsOwn = "skill" in expects && expects.skill === from;
  return isItsOwn ? { ...request, expects: { ...expects, skill: to } } : request;
}

/** Where a set of a format is written; `undefined` for a skill without a folder of its own. */
export function skillSetPath({ singleFile, directory }: Skill, format: SetFormat): string | undefined {
  return singleFile ? undefined : joinPath(directory, "evals", setNames[format]);
}

/**
 * Writes the requests about a skill into its own folder, as an edit of the workspace. An `evals.json` keeps what it holds and gets
 * what it lacks; a set of triggers is written anew. Nothing is written over a file of another shape.
 * @throws FailureError `name-refused`, with why nothing can be written there
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
