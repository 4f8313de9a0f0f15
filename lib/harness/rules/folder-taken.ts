import { freeWord } from "#lib/harness/quick-fixes/free-name.ts";
import { filesOfSkill } from "#lib/harness/quick-fixes/move-fixes.ts";
import type { Inquiry } from "#lib/harness/rules/types/inquiry.ts";
import type { QuickFix } from "#lib/harness/rules/types/quick-fix.ts";
import type { Rule } from "#lib/harness/rules/types/rule.ts";
import { dirname, joinPath, relativePath } from "#lib/vfs/paths.ts";
import { withName } from "./content/edit-fields.ts";
import { hasCollision, isNameTaken, takenFinding } from "./taken.ts";

export const folderTaken = {
  code: "folder-taken",
  title: "Is the first folder of its name",
  wrong: "Another folder of its name comes first",
  verdict: "shadowed",
  find(inquiry) {
    if (!hasCollision(inquiry, "folder")) return undefined;
    const what = `folder called ${inquiry.folder}`;
    return takenFinding(inquiry, { by: "folder", what, mend: "Rename this folder" });
  },
  fixes: renameFolder,
  wordings: {
    "shadowed-by-folder": ({ folder, by }) => ({
      title: `Another folder called ${folder} comes first`,
      fix: `Rename this folder or remove ${by}.`,
    }),
  },
} as const satisfies Rule;

/** Renames the folder; also the skill in its frontmatter, if that name is taken as well. */
function renameFolder(inquiry: Inquiry): readonly QuickFix[] {
  const { session, location, folder, checked, read } = inquiry;
  const directory = dirname(location);
  const taken = new Set(session.discovery.candidates.map((candidate) => candidate.folder));
  const isFree = (word: string) => !taken.has(word) && !session.files.lstat(joinPath(dirname(directory), word));
  const name = freeWord(folder, (word) => !isFree(word));
  const target = joinPath(dirname(directory), name);
  const moves = filesOfSkill(inquiry)?.map((from) => ({ from, to: joinPath(target, relativePath(directory, from)) }));
  if (!moves) return [];
  const { skill } = read.candidate;
  const needsName = skill !== undefined && isNameTaken(inquiry, skill.name) && checked.unreadable === undefined;
  const path = joinPath(target, relativePath(directory, location));
  const writes = needsName ? [{ path, text: withName(checked.text, name) }] : [];
  return [{ label: `Rename the folder to ${name}`, moves, writes }];
}
