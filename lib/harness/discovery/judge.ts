import { mapInSteps } from "#lib/async/steps.ts";
import type { Collision } from "#lib/harness/vocabulary/discovery.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { type Candidate, isHiddenFrom, type Skill } from "#lib/harness/vocabulary/skill.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { isPlainName } from "#lib/skills/plain-line.ts";
import { goQuote } from "#lib/skills/text-rules.ts";
import { notPlain, type ReadSkill } from "./read-skill.ts";

type Judged = Pick<ReadSkill, "candidate" | "warnings">;

/**
 * Judges the skills, given in the harness's order of discovery. Skills that wait for a file (`Skill.ignoring`) are
 * judged after the others, and of two of these with one name the last one counts.
 */
export function* judgeInTurns(profile: Profile, reads: readonly ReadSkill[]): Generator<undefined, readonly Judged[]> {
  const waits = ({ file, candidate: { skill } }: ReadSkill) => skill?.ignoring && file.below === undefined;
  const judged = new Map<ReadSkill, Judged>();
  const judge = createJudge(profile, sharedBelow(reads));
  const inTurns = [...reads.filter((read) => !waits(read)), ...reads.filter(waits).reverse()];
  yield* mapInSteps(inTurns, (read) => judged.set(read, judge(read)));
  return reads.flatMap((read) => judged.get(read) ?? []);
}

/** Names that skills of several folders below the working folder have. */
function sharedBelow(reads: readonly ReadSkill[]): ReadonlySet<string> {
  const names = reads.flatMap(({ file, candidate: { skill } }) =>
    skill && file.below !== undefined ? skill.name : [],
  );
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.size === seen.add(name).size));
}

/**
 * Decides who holds a file, a folder and a name. The returned judge is called once for each SKILL.md, and remembers earlier ones.
 */
function createJudge(profile: Profile, shared: ReadonlySet<string>): (read: ReadSkill) => Judged {
  const { collisions, plainNames } = profile.identity;
  const byTarget = collisions.find(({ by }) => by === "target");
  const byFolder = collisions.find(({ by }) => by === "folder");
  const byName = collisions.find(({ by }) => by === "name");
  const targets = new Map<string, Candidate>();
  const folders = new Map<string, Candidate>();
  const own = (profile.catalog.own ?? []).map(({ name }) => name);
  const ofProgram = new Set([...own, ...(profile.identity.labels?.taken ?? [])]);
  const names: Names = { held: new Map(), ofModel: new Set(), ofProgram, shared, plainNames };
  return (read) => {
    const { file, candidate } = read;
    const { location, folder, skill } = candidate;
    // What is found later, in a folder below, is compared with its like alone.
    const later = byName?.qualifies && file.below !== undefined ? "later:" : "";
    return (
      (byTarget && collide(byTarget, targets, later + (file.target ?? location), candidate)) ??
      (byFolder && collide(byFolder, folders, folder, candidate)) ??
      // A rejected file still holds its folder, but no name.
      (byName && skill && takeName(byName, names, read, skill)) ??
      read
    );
  };
}

interface Names {
  readonly held: Map<string, Candidate>;
  /** Names held by a skill that is hidden from the model, and by a second skill for the model. */
  readonly ofModel: Set<string>;
  readonly ofProgram: ReadonlySet<string>;
  readonly shared: ReadonlySet<string>;
  readonly plainNames: Profile["identity"]["plainNames"];
}

function takeName(
  rule: Collision,
  { held, ofModel, ofProgram, shared, plainNames }: Names,
  { file: { below }, candidate, warnings }: ReadSkill,
  skill: Skill,
): Judged | undefined {
  const isTaken = held.has(skill.name) || ofProgram.has(skill.name);
  if (!rule.qualifies || below === undefined || !(isTaken || shared.has(skill.name))) {
    const isKept = isHiddenFrom(held.get(skill.name)?.skill ?? {}, "model");
    if (!rule.byAudience || !isKept || isHiddenFrom(skill, "model") || ofModel.has(skill.name)) {
      return collide(rule, held, skill.name, candidate);
    }
    ofModel.add(skill.name);
    return { candidate: { ...candidate, skill: { ...skill, isModelsOnly: true } }, warnings };
  }
  const name = `${below}:${skill.name}`;
  if (plainNames && !isPlainName(name)) {
    const { location, notices } = candidate;
    const outcome = { kind: "rejected" } as const;
    return { warnings, candidate: { ...candidate, outcome, notices: [notPlain(location, name), ...notices] } };
  }
  const { label, ...unlabelled } = skill;
  const within = { folder: below, qualifies: skill.name, ...(!isTaken && { isShared: true as const }) };
  const qualified = { ...candidate, skill: { ...unlabelled, name, below: within } };
  return collide(rule, held, name, qualified) ?? { candidate: qualified, warnings };
}

/** Takes `key` if it is free, and returns `undefined`; otherwise returns the shadowed candidate. */
function collide(
  rule: Collision,
  holders: Map<string, Candidate>,
  key: string,
  candidate: Candidate,
): Judged | undefined {
  const held = rule.anyCase ? key.toLowerCase() : key;
  const holder = holders.get(held);
  if (holder === undefined) {
    holders.set(held, candidate);
    return undefined;
  }
  const { location: path, folder } = candidate;
  const by = holder.location;
  const values = { folder, file: path, name: key, quoted: goQuote(key), first: holder.folder, firstFile: by };
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
