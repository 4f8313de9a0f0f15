import type { Collision } from "#lib/harness/vocabulary/discovery.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Candidate, Skill } from "#lib/harness/vocabulary/skill.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { goQuote } from "#lib/skills/text-rules.ts";
import type { ReadSkill } from "./read-skill.ts";

export type Judged = Pick<ReadSkill, "candidate" | "warnings">;

/**
 * Settles who holds a file, a folder and a name. The judge it returns is called once for each SKILL.md in the
 * harness's order of discovery, and remembers those before.
 */
export function createJudge(profile: Profile): (read: ReadSkill) => Judged {
  const { collisions } = profile.identity;
  const byTarget = collisions.find(({ by }) => by === "target");
  const byFolder = collisions.find(({ by }) => by === "folder");
  const byName = collisions.find(({ by }) => by === "name");
  const targets = new Map<string, Candidate>();
  const folders = new Map<string, Candidate>();
  const names = new Map<string, Candidate>();
  return (read) => {
    const { file, candidate } = read;
    const { location, folder, skill } = candidate;
    return (
      (byTarget && collide(byTarget, targets, file.target ?? location, candidate)) ??
      (byFolder && collide(byFolder, folders, folder, candidate)) ??
      // A file that is rejected still holds its folder, but no name.
      (byName && skill && takeName(byName, names, read, skill)) ??
      read
    );
  };
}

function takeName(
  rule: Collision,
  names: Map<string, Candidate>,
  { file: { below }, candidate, warnings }: ReadSkill,
  skill: Skill,
): Judged | undefined {
  if (!rule.qualifies || below === undefined || !names.has(skill.name)) {
    return collide(rule, names, skill.name, candidate);
  }
  const name = `${below}:${skill.name}`;
  const qualified = { ...candidate, skill: { ...skill, name, appliesTo: below } };
  return collide(rule, names, name, qualified) ?? { candidate: qualified, warnings };
}

/** `undefined` when `key` was free: then it is taken now. */
function collide(
  rule: Collision,
  holders: Map<string, Candidate>,
  key: string,
  candidate: Candidate,
): Judged | undefined {
  const holder = holders.get(key);
  if (holder === undefined) {
    holders.set(key, candidate);
    return undefined;
  }
  const { location: path, folder } = candidate;
  const by = holder.location;
  const values = { folder, name: key, quoted: goQuote(key), first: holder.folder };
  const warnings = rule.warning === undefined ? [] : [fillTemplate(rule.warning, values)];
  const outcome = { kind: "shadowed", by, rule: rule.by } as const;
  const notice = shadowNotice(rule, key, { path, by, warning: warnings[0] });
  return { warnings, candidate: { ...candidate, outcome, notices: [notice] } };
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
