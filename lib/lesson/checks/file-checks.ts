import { count, flag, optional, pattern, text } from "#lib/lesson/fields.ts";
import { fieldText } from "#lib/skills/frontmatter.ts";
import { readFrontmatter } from "#lib/skills/read-frontmatter.ts";
import { isSameBytes } from "#lib/vfs/bytes.ts";
import { readText } from "#lib/vfs/files.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import { includes } from "./catalog-checks.ts";
import { type CheckResult, checkKind, met, unmet } from "./check.ts";
import { loadedSkills, whyNotLoaded } from "./skill-checks.ts";
import { code, pathIn, shortPath, type World } from "./world.ts";

const fileExists = checkKind({
  about: "a file or folder is there",
  fields: { file: text },
  short: "file",
  label: ({ file }) => `${code(file)} is there`,
  test({ file }, world) {
    return world.session.files.stat(pathIn(world, file)) ? met : unmet(missing(world, file));
  },
});

const fileContains = checkKind({
  about: "a file has a text, or matches an expression (RE2)",
  fields: { file: text, text: optional(text), matches: optional(pattern) },
  short: "file",
  label: (values) =>
    `${code(values.file)} says ${values.text === undefined ? "what is asked for" : `“${values.text}”`}`,
  objection: (values) => (values.text === undefined && !values.matches ? "it takes “text” or “matches”" : undefined),
  test(values, world) {
    const said = textAt(world, values.file);
    if (said === undefined) return unmet(missing(world, values.file));
    const isThere = values.matches ? values.matches.test(said) : includes(said, values.text ?? "");
    return isThere ? met : unmet(`${code(values.file)} is there, but does not say that.`);
  },
});

const fileChanged = checkKind({
  about: "a file differs from how the lesson began",
  fields: { file: text },
  short: "file",
  label: ({ file }) => `You have changed ${code(file)}`,
  test({ file }, world) {
    const path = pathIn(world, file);
    const [before, now] = [world.seed(path), world.session.files.read(path)];
    if (!isSameBytes(before, now)) return met;
    return unmet(now ? `${code(file)} is unchanged. Save what you typed.` : missing(world, file));
  },
});

/** How many characters of a file are searched. */
const longestSearched = 200_000;

const frontmatter = checkKind({
  about: "a field is, contains, matches, is missing, or has max characters",
  fields: {
    skill: optional(text),
    file: optional(text),
    field: text,
    is: optional(text),
    contains: optional(text),
    matches: optional(pattern),
    missing: optional(flag),
    max: optional(count),
  },
  short: "field",
  label: (values) => frontmatterLabel(values),
  objection: (values) =>
    (values.skill === undefined) === (values.file === undefined) ? "it takes either “skill” or “file”" : undefined,
  test(values, world) {
    const location = values.file === undefined ? skillFile(world, values.skill ?? "") : pathIn(world, values.file);
    const said = location === undefined ? undefined : readText(world.session.files, location);
    if (location === undefined || said === undefined)
      return unmet(whyNotLoaded(world, values.skill ?? basename(dirname(values.file ?? ""))));
    const read = readFrontmatter(said, "trimmed-lines", { kind: "lenient" });
    if (read.kind === "problem")
      return unmet(`${code(shortPath(world, location))} has no frontmatter that can be read.`);
    return fieldResult(fieldText(read.fields, values.field), values);
  },
});

interface FieldWish {
  readonly field: string;
  readonly is: string | undefined;
  readonly contains: string | undefined;
  readonly matches: { test(subject: string): boolean } | undefined;
  readonly missing: boolean | undefined;
  readonly max: number | undefined;
}

function fieldResult(value: string | undefined, wish: FieldWish): CheckResult {
  const { field } = wish;
  if (wish.missing) return value === undefined ? met : unmet(`${code(field)} is still there.`);
  if (value === undefined) return unmet(`It has no ${code(field)}.`);
  if (wish.max !== undefined && value.length > wish.max) {
    return unmet(`${code(field)} has ${value.length} characters, and at most ${wish.max} are wanted.`);
  }
  const fits =
    (wish.is === undefined || value.trim() === wish.is) &&
    (wish.contains === undefined || includes(value, wish.contains)) &&
    (wish.matches?.test(value) ?? true);
  return fits
    ? met
    : unmet(`${code(field)} is “${value.length > 80 ? `${value.slice(0, 79).toWellFormed()}…` : value}”.`);
}

function frontmatterLabel({
  skill,
  file,
  ...wish
}: FieldWish & { skill: string | undefined; file: string | undefined }) {
  const of = `${code(wish.field)} of ${code(skill ?? file ?? "")}`;
  if (wish.missing) return `${of} is gone`;
  if (wish.is !== undefined) return `${of} is ${code(wish.is)}`;
  if (wish.contains !== undefined) return `${of} says “${wish.contains}”`;
  if (wish.matches) return `${of} says what was asked for`;
  return wish.max === undefined ? `${of} is there` : `${of} has ${wish.max} characters at most`;
}

/** Path of the SKILL.md of a name: a loaded skill if there is one, else one that was not loaded. */
function skillFile(world: World, name: string): string | undefined {
  const [loaded] = loadedSkills(world, name);
  return loaded?.location ?? world.session.discovery.candidates.find(({ folder }) => folder === name)?.location;
}

function textAt(world: World, file: string): string | undefined {
  return readText(world.session.files, pathIn(world, file))?.slice(0, longestSearched);
}

/** A sentence that the file does not exist, or that one in the same folder differs only in case. */
function missing(world: World, file: string): string {
  const path = pathIn(world, file);
  const twin = world.session.files
    .list(dirname(path))
    ?.find(({ name }) => name.toLowerCase() === basename(path).toLowerCase());
  return twin ? `There is a ${code(twin.name)}, spelled differently.` : `There is no ${code(file)}.`;
}

export const fileChecks = {
  file_exists: fileExists,
  file_contains: fileContains,
  file_changed: fileChanged,
  frontmatter,
};
