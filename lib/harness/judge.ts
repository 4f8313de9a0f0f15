import { goQuote } from "#lib/skills/go-text.ts";
import type { Notice } from "#lib/skills/notice.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import type { Collision } from "./identity-rules.ts";
import type { Candidate } from "./model.ts";
import type { Profile } from "./profile.ts";
import { type ReadSkill, type SkillFile, warningLine } from "./read-skill.ts";
import { fillTemplate } from "./template.ts";

export interface Judged {
  readonly candidate: Candidate;
  /** What the harness prints. */
  readonly warnings: readonly string[];
}

/**
 * Settles who holds a file, a folder and a name. The judge it returns is called once for each SKILL.md in the
 * harness's order of discovery, and remembers those before.
 */
export function createJudge(profile: Profile): (file: SkillFile, read: ReadSkill) => Judged {
  const { collisions } = profile.identity;
  const byTarget = collisions.find(({ by }) => by === "target");
  const byFolder = collisions.find(({ by }) => by === "folder");
  const byName = collisions.find(({ by }) => by === "name");
  const targets = new Map<string, string>();
  const folders = new Map<string, string>();
  const names = new Map<string, string>();
  return (file, read) =>
    (byTarget && collide(byTarget, targets, file.target ?? file.location, { file, read })) ??
    (byFolder && collide(byFolder, folders, folderOf(file.location), { file, read })) ??
    // A file that is rejected holds its folder, but no name.
    (byName && read.skill && collide(byName, names, read.skill.name, { file, read })) ??
    judgeAlone(profile, file, read);
}

interface Contender {
  readonly file: SkillFile;
  readonly read: ReadSkill;
}

/** `undefined` when `key` was free: then it is taken now. */
function collide(
  rule: Collision,
  holders: Map<string, string>,
  key: string,
  { file, read: { skill } }: Contender,
): Judged | undefined {
  const by = holders.get(key);
  if (by === undefined) {
    holders.set(key, file.location);
    return undefined;
  }
  const folder = folderOf(file.location);
  const values = { folder, name: key, quoted: goQuote(key), first: folderOf(by) };
  const warnings = rule.warning === undefined ? [] : [fillTemplate(rule.warning, values)];
  const outcome = { kind: "shadowed", by, rule: rule.by } as const;
  const notice = shadowNotice(rule, key, { path: file.location, by, warning: warnings[0] });
  return { warnings, candidate: toCandidate(file, { outcome, ...(skill && { skill }), notices: [notice] }) };
}

function shadowNotice(
  { by: rule }: Collision,
  key: string,
  { path, by, warning }: { readonly path: string; readonly by: string; readonly warning: string | undefined },
): Notice {
  const base = {
    severity: "warning",
    path,
    line: 1,
    ...(warning !== undefined && { harnessMessage: warning }),
  } as const;
  if (rule === "target") return { ...base, severity: "info", code: "shadowed-by-target", data: { by } };
  return rule === "folder"
    ? { ...base, code: "shadowed-by-folder", data: { folder: key, by } }
    : { ...base, code: "shadowed-by-name", data: { name: key, by } };
}

/** What is read anew after a change is another object, so this holds as long as its key. */
const judgedAlone = new WeakMap<ReadSkill, Judged>();

function judgeAlone(profile: Profile, file: SkillFile, read: ReadSkill): Judged {
  const known = judgedAlone.get(read);
  if (known) return known;
  const judged = judgeRead(profile, file, read);
  judgedAlone.set(read, judged);
  return judged;
}

function judgeRead({ frontmatter }: Profile, file: SkillFile, { skill, reasons, notices }: ReadSkill): Judged {
  return {
    candidate: toCandidate(file, {
      outcome: { kind: skill ? "loaded" : "rejected" },
      ...(skill && { skill }),
      notices,
    }),
    warnings: reasons.map((reason) => warningLine(frontmatter, file, reason)),
  };
}

function toCandidate(
  { location, root }: SkillFile,
  judged: Pick<Candidate, "outcome" | "skill" | "notices">,
): Candidate {
  return { location, folder: folderOf(location), root, ...judged };
}

function folderOf(location: string): string {
  return basename(dirname(location));
}
