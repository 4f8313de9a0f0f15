import { readSkill } from "#lib/harness/discovery/read-skill.ts";
import { failed, passed, type RuleFinding } from "#lib/harness/explain/finding.ts";
import type { Inquiry } from "#lib/harness/explain/inquiry.ts";
import { type QuickFix, withWrites, writing } from "#lib/harness/explain/quick-fix.ts";
import type { Rule } from "#lib/harness/explain/rule.ts";
import { freeName, freeWord } from "#lib/harness/quick-fixes/free-name.ts";
import { filesOfSkill } from "#lib/harness/quick-fixes/move-fixes.ts";
import { dirname, joinPath, relativePath } from "#lib/vfs/paths.ts";
import { withName } from "./content/edit-fields.ts";

interface Taken {
  /** The other SKILL.md that comes first and has the same. */
  readonly holder: string | undefined;
  /** What both have, as in `folder called a`. */
  readonly what: string;
  /** What to do, as the beginning of a sentence. */
  readonly mend: string;
}

/** Whether another SKILL.md that comes first holds what this one claims. */
function takenFinding({ location, candidate }: Inquiry, { holder, what, mend }: Taken): RuleFinding {
  if (holder === undefined || holder === location) return passed(`No other ${what} comes before it.`);
  const says = candidate?.notices.flatMap(({ harnessMessage }) => harnessMessage ?? []) ?? [];
  const tested = `A ${what} comes first, in ${dirname(holder)}.`;
  return failed(tested, `${mend}, or remove the other.`, { place: { path: holder }, says });
}

function hasCollision({ profile }: Inquiry, by: "folder" | "name" | "target"): boolean {
  return profile.identity.collisions.some((collision) => collision.by === by);
}

/** Whether another loaded skill has this name. */
function isNameTaken({ session, location }: Inquiry, name: string): boolean {
  return session.discovery.skills.some((skill) => skill.name === name && skill.location !== location);
}

export const fileTaken = {
  code: "file-taken",
  title: "Is not a file already found by another path",
  verdict: "shadowed",
  find(inquiry) {
    if (!hasCollision(inquiry, "target")) return undefined;
    const outcome = inquiry.candidate?.outcome;
    if (outcome?.kind !== "shadowed" || outcome.rule !== "target") return passed("No other path led to it before.");
    const tested = `The same file was found before, as ${outcome.by}.`;
    return failed(tested, "Nothing is lost: the skill counts once.", { place: { path: outcome.by } });
  },
  wordings: {
    "shadowed-by-target": ({ by }) => ({
      title: "The same file was already found by another path",
      fix: `Nothing is lost: the skill counts once, as ${by}.`,
    }),
  },
} as const satisfies Rule;

export const folderTaken = {
  code: "folder-taken",
  title: "Is the first folder of its name",
  verdict: "shadowed",
  find(inquiry) {
    if (!hasCollision(inquiry, "folder")) return undefined;
    const { folder, session } = inquiry;
    // A file that is rejected holds its folder all the same.
    const holder = session.discovery.candidates.find(
      (each) => each.folder === folder && each.outcome.kind !== "outside",
    )?.location;
    return takenFinding(inquiry, { holder, what: `folder called ${folder}`, mend: "Rename this folder" });
  },
  fixes: renameFolder,
  wordings: {
    "shadowed-by-folder": ({ folder, by }) => ({
      title: `Another folder called ${folder} comes first`,
      fix: `Rename this folder or remove ${by}.`,
    }),
  },
} as const satisfies Rule;

/** Another name for the folder; in the frontmatter too, where that name is taken as well. */
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

export const nameTaken = {
  code: "name-taken",
  title: "Is the first skill of its name",
  verdict: "shadowed",
  find(inquiry) {
    if (!hasCollision(inquiry, "name")) return undefined;
    const { read, folder, session, candidate } = inquiry;
    const name = read.candidate.skill?.name ?? folder;
    const { appliesTo, name: qualified } = candidate?.skill ?? {};
    if (appliesTo !== undefined) return passed(`Another skill is called ${name}; this one is called ${qualified}.`);
    const holder = session.discovery.candidates.find(
      ({ skill, outcome }) => skill?.name === name && outcome.kind === "loaded",
    )?.location;
    const mend = "Give this skill another name in its frontmatter";
    return takenFinding(inquiry, { holder, what: `skill named ${name}`, mend });
  },
  fixes: renameSkill,
  wordings: {
    "shadowed-by-name": ({ name, by }) => ({
      title: `The name ${name} is already used`,
      fix: `Give this skill another name in its frontmatter, or remove ${by}.`,
    }),
  },
} as const satisfies Rule;

/** Another name in the frontmatter, which no loaded skill has; none where the harness then calls it the same. */
function renameSkill(inquiry: Inquiry): readonly QuickFix[] {
  const { checked, read, location } = inquiry;
  if (checked.unreadable !== undefined) return [];
  const name = freeName(inquiry);
  const text = withName(checked.text, name);
  const renamed = nameIn(inquiry, text);
  if (renamed === undefined || renamed === read.candidate.skill?.name || isNameTaken(inquiry, renamed)) return [];
  return [writing(`Name it ${name}`, location, text)];
}

/** What the harness would call the skill with this text. */
function nameIn({ profile, session, location, placement: { root } }: Inquiry, text: string): string | undefined {
  const namespace = root?.namespace;
  const file = { location, root: root?.label ?? "", ...(namespace !== undefined && { namespace }) };
  return readSkill(profile, withWrites(session.files, [{ path: location, text }]), file).candidate.skill?.name;
}
