import { noticeText } from "#lib/harness/notice-text.ts";
import { type Candidate, ownName, type Skill } from "#lib/harness/vocabulary/skill.ts";
import { oneOf, optional, text, texts } from "#lib/lesson/fields.ts";
import { dirname, editDistance, isInside } from "#lib/vfs/paths.ts";
import { checkKind, met, unknown, unmet } from "./check.ts";
import { code, pathIn, shortPath, type World } from "./world.ts";

/** The loaded skills of a name; a plugin's skill also goes by its name without the plugin's. */
export function loadedSkills({ session }: World, name: string): readonly Skill[] {
  return session.discovery.skills.filter((skill) => isCalled(skill, name));
}

function isCalled({ name: full }: Pick<Skill, "name">, name: string): boolean {
  return full === name || full.endsWith(`:${name}`);
}

/** Every SKILL.md that could be the skill, by its name or that of its folder. */
function candidates({ session }: World, name: string): readonly Candidate[] {
  return session.discovery.candidates.filter(
    ({ skill, folder }) => folder === name || (skill !== undefined && isCalled(skill, name)),
  );
}

const skill = { skill: text };

const skillDiscovered = checkKind({
  about: "the harness loads it; in: from this folder",
  fields: { ...skill, in: optional(text) },
  short: "skill",
  label: (values) => `${code(values.skill)} is loaded${values.in ? ` from ${code(values.in)}` : ""}`,
  test(values, world) {
    const found = loadedSkills(world, values.skill);
    const [first] = found;
    if (!first) return unmet(whyNotLoaded(world, values.skill));
    const folder = values.in === undefined ? "/" : pathIn(world, values.in);
    if (found.some(({ location }) => isInside(folder, location))) return met;
    return unmet(`${code(values.skill)} is loaded, but from ${code(shortPath(world, dirname(first.location)))}.`);
  },
});

const skillMissing = checkKind({
  about: "the harness does not load it",
  fields: skill,
  short: "skill",
  label: (values) => `${code(values.skill)} is not loaded`,
  test(values, world) {
    const [found] = loadedSkills(world, values.skill);
    return found ? unmet(`It is still loaded, from ${code(shortPath(world, found.location))}.`) : met;
  },
});

const skillShadowed = checkKind({
  about: "another skill replaces one of this name; by: from this folder",
  fields: { ...skill, by: optional(text) },
  short: "skill",
  label: (values) => `A ${code(values.skill)} is shadowed${values.by ? ` by the one in ${code(values.by)}` : ""}`,
  test(values, world) {
    const by = values.by === undefined ? "/" : pathIn(world, values.by);
    const all = candidates(world, values.skill);
    const shadowed = all.flatMap(({ outcome }) => (outcome.kind === "shadowed" ? [outcome.by] : []));
    if (shadowed.some((location) => isInside(by, location))) return met;
    if (shadowed[0] !== undefined) return unmet(`One is shadowed, but by ${code(shortPath(world, shadowed[0]))}.`);
    if (all.length > 1) return unmet("Several have that name, but none shadows another here.");
    if (all.length === 1) return unmet(`There is only one ${code(values.skill)}: nothing shadows it.`);
    return unmet(notThere(world, values.skill));
  },
});

const stateIs = checkKind({
  about: "it is on, off, named or active",
  fields: { ...skill, state: oneOf("on", "off", "named", "active") },
  short: "skill",
  label: (values) => `${code(values.skill)} is ${values.state}`,
  test(values, world) {
    const [found] = loadedSkills(world, values.skill);
    if (!found) return unmet(whyNotLoaded(world, values.skill));
    const state = world.session.whyOff ? "off" : (world.session.states.get(found.location) ?? "on");
    return state === values.state ? met : unmet(`It is ${state}.`);
  },
});

const profilesDiffer = checkKind({
  about: "these harnesses do not agree on it",
  fields: { ...skill, profiles: texts },
  short: "skill",
  label: (values) => `Harnesses differ on ${code(values.skill)}: ${values.profiles.join(", ")}`,
  compares: (values) => values.profiles,
  objection: (values) => (values.profiles.length < 2 ? "“profiles” has to name two harnesses at least" : undefined),
  test(values, { compared }) {
    if (!compared) return unknown("The harnesses are being compared.");
    const outcomes = values.profiles.map((id) => compared.get(id)?.get(values.skill) ?? "not met");
    if (new Set(outcomes).size > 1) return met;
    return unmet(`All of them agree: ${outcomes[0]}.`);
  },
});

/** Why no skill of a name is loaded, in a sentence. */
export function whyNotLoaded(world: World, name: string): string {
  const { session, profile } = world;
  if (session.whyOff) return `Skills are switched off in ${profile.label}.`;
  const [candidate] = candidates(world, name);
  if (!candidate) return notThere(world, name);
  const at = code(shortPath(world, candidate.location));
  switch (candidate.outcome.kind) {
    case "shadowed":
      return `${at} is shadowed by ${code(shortPath(world, candidate.outcome.by))}.`;
    case "outside":
      return /(?:^|\/)SKILL\.md$/.test(candidate.location)
        ? `${at} is there, where ${profile.label} does not look.`
        : `${at} is there, and no file of that name is looked for: ${code("SKILL.md")} is.`;
    case "loaded":
      return `${at} is loaded, under the name ${code(candidate.skill?.name ?? candidate.folder)}.`;
    case "rejected":
      return `${at} is found and not loaded: ${reason(candidate)}.`;
  }
}

function reason({ notices }: Candidate): string {
  const notice = notices.find(({ severity }) => severity === "error") ?? notices[0];
  return notice ? noticeText(notice).title : "a rule of the harness leaves it out";
}

/** A sentence that there is no SKILL.md of this name, with a name that it may be a misspelling of. */
function notThere({ session }: World, name: string): string {
  const near = session.discovery.candidates
    .map((one) => one.skill?.name ?? ownName(one.location))
    .find((other) => editDistance(other, name, 2) <= 2);
  return near === undefined
    ? `No SKILL.md is called ${code(name)}.`
    : `No SKILL.md is called ${code(name)}, but one is called ${code(near)}.`;
}

export const skillChecks = {
  skill_discovered: skillDiscovered,
  skill_missing: skillMissing,
  skill_shadowed: skillShadowed,
  state_is: stateIs,
  profiles_differ: profilesDiffer,
};
