import { toldIn } from "#lib/harness/vocabulary/verdict.ts";
import { count, optional, text } from "#lib/lesson/fields.ts";
import { checkKind, met, unmet } from "./check.ts";
import { loadedSkills, whyNotLoaded } from "./skill-checks.ts";
import { code, type World } from "./world.ts";

interface Wanted {
  readonly text: string | undefined;
  readonly skill: string | undefined;
}

const wanted = { text: optional(text), skill: optional(text) };

const namesOne = (values: Wanted) =>
  (values.text === undefined) === (values.skill === undefined) ? "it takes either “text” or “skill”" : undefined;

function wantedLabel({ text: words, skill }: Wanted): string {
  return skill === undefined ? `“${words}”` : code(skill);
}

const catalogContains = checkKind({
  about: "the model is told of a skill, or of a text",
  fields: wanted,
  short: "skill",
  label: (values) => `The model is told of ${wantedLabel(values)}`,
  objection: namesOne,
  test(values, world) {
    if (values.skill !== undefined) return isToldOf(world, values.skill);
    if (includes(world.catalog.text, values.text ?? "")) return met;
    return unmet("The catalog does not list it. See Context.");
  },
});

const catalogLacks = checkKind({
  about: "it is not",
  fields: wanted,
  short: "skill",
  label: (values) => `The model is not told of ${wantedLabel(values)}`,
  objection: namesOne,
  test(values, world) {
    const isThere =
      values.skill === undefined
        ? includes(world.catalog.text, values.text ?? "")
        : isToldOf(world, values.skill).isMet;
    return isThere ? unmet("The catalog still lists it. See Context.") : met;
  },
});

const catalogTokens = checkKind({
  about: "max or min tokens of the catalog",
  fields: { max: optional(count), min: optional(count) },
  short: "max",
  label: ({ max, min }) =>
    `The catalog has ${[min && `${min} tokens or more`, max !== undefined && `${max} tokens or fewer`].filter(Boolean).join(" and ")}`,
  objection: ({ max, min }) => (max === undefined && min === undefined ? "it takes “max” or “min”" : undefined),
  test({ max = Number.POSITIVE_INFINITY, min = 0 }, { catalog, tokens }) {
    const now = tokens(catalog.text);
    return now <= max && now >= min ? met : unmet(`It has about ${now}.`);
  },
});

function isToldOf(world: World, name: string) {
  const [skill] = loadedSkills(world, name);
  if (!skill) return unmet(whyNotLoaded(world, name));
  const told = toldIn(world.catalog).get(skill.location);
  if (told === undefined) return unmet(`${code(name)} is loaded, but not in the catalog.`);
  return told === "left-out" || told === "waiting" ? unmet(`${code(name)} is loaded, and not told of yet.`) : met;
}

/** Whether a text contains the words, ignoring case and line breaks. */
export function includes(said: string, words: string): boolean {
  return folded(said).includes(folded(words));
}

function folded(said: string): string {
  return said.toLowerCase().replace(/\s+/g, " ");
}

export const catalogChecks = {
  catalog_contains: catalogContains,
  catalog_lacks: catalogLacks,
  catalog_tokens: catalogTokens,
};
