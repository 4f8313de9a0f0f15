import { formatCount } from "#lib/format-count.ts";
import { type FieldDocument, keysOf } from "#lib/harness/vocabulary/frontmatter.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";
import { standardFields } from "#lib/skills/standard.ts";
import { type FrontmatterField, frontmatterFields } from "./fields.ts";

/** `read`: stored for a skill. `known`: only looked at, or a label, without an effect in this lab. `undocumented`: not documented. */
export type FieldUse = "read" | "known" | "ignored" | "undocumented";

/** How a harness uses a frontmatter key. */
export function fieldUse(profile: Profile, key: string): FieldUse {
  const { frontmatter, identity } = profile;
  const otherwise = isUndocumented(profile, "fields") ? "undocumented" : "ignored";
  const { keeps, knows = [], dialect, validator } = frontmatter;
  if (key === "description" || keeps.some((part) => keysOf[part].includes(key))) return "read";
  if (key === "name") return identity.name.startsWith("folder") ? "known" : "read";
  if (key === "namespace") return identity.name === "namespaced" ? "read" : otherwise;
  const isChecked = dialect.kind === "mended" && Object.hasOwn(dialect.mustBeMap ?? {}, key);
  const isStandard = validator === "standard" && standardFields.includes(key);
  return isChecked || isStandard || knows.includes(key) ? "known" : otherwise;
}

function isUsed(profile: Profile, key: string): boolean {
  const use = fieldUse(profile, key);
  return use === "read" || use === "known";
}

/** Facts about a field for a person who writes one. */
export interface FieldFacts {
  readonly key: string;
  readonly about: string;
  /** Requirements on the field, and who makes them: sentences. */
  readonly limits: readonly string[];
  /** Labels of the harnesses by what they do with the field. */
  readonly uses: Readonly<Record<FieldUse, readonly string[]>>;
  /** Documents that describe the field, the open standard first. */
  readonly documents: readonly FieldDocument[];
}

/** What is known of a key under these harnesses; `undefined` for a key that none of them has. */
export function describeField(profiles: readonly Profile[], key: string): FieldFacts | undefined {
  const field = frontmatterFields.find((one) => one.key === key);
  if (!field) return undefined;
  const labels = (use: FieldUse) =>
    profiles.filter((profile) => fieldUse(profile, key) === use).map(({ label }) => label);
  return {
    key,
    about: field.about,
    limits: [...(field.standard ? [`Open standard: ${field.standard}`] : []), ...limitsOf(profiles, field)],
    uses: {
      read: labels("read"),
      known: labels("known"),
      ignored: labels("ignored"),
      undocumented: labels("undocumented"),
    },
    documents: documentsOf(profiles, key),
  };
}

function documentsOf(profiles: readonly Profile[], key: string): readonly FieldDocument[] {
  const telling = profiles.filter((profile) => isUsed(profile, key));
  const isStandard = ({ frontmatter }: Profile) => frontmatter.validator === "standard";
  const inOrder = [...telling.filter(isStandard), ...telling.filter((profile) => !isStandard(profile))];
  return inOrder.flatMap(({ frontmatter }) => frontmatter.reference ?? []);
}

/** The values allowed for a key in this harness, or in the first that reads it. Empty if any value is allowed. */
export function fieldValues(profile: Profile, others: readonly Profile[], key: string): readonly string[] {
  const field = frontmatterFields.find((one) => one.key === key);
  const reader = [profile, ...others].find((one) => isUsed(one, key));
  return (reader && field?.values?.(reader)) ?? [];
}

function limitsOf(profiles: readonly Profile[], { key }: FrontmatterField): readonly string[] {
  const needing = profiles.filter((profile) => isNeeded(profile, key)).map(({ label }) => label);
  return [
    ...(needing.length > 0 ? [`Without it left out by ${needing.join(", ")}.`] : []),
    ...profiles.flatMap((profile) => ownLimits(profile, key).map((limit) => `${profile.label}: ${limit}`)),
  ];
}

function isNeeded({ frontmatter: { rulings } }: Profile, key: string): boolean {
  return (key === "name" || key === "description") && rulings[key].verdict === "reject";
}

function ownLimits(profile: Profile, key: string): readonly string[] {
  const { dialect } = profile.frontmatter;
  return [
    ...(key === "name" ? nameLimits(profile) : []),
    ...(key === "description" ? summaryLimit(profile) : []),
    ...(dialect.kind === "go-struct" && dialect.types[key] === "list" ? ["skipped if it is not a list."] : []),
    ...(dialect.kind === "mended" && dialect.mustBeMap?.[key] ? ["skipped if it is not a map."] : []),
  ];
}

function nameLimits({ identity, frontmatter: { rulings } }: Profile): readonly string[] {
  const limit = rulings["name-length"]?.limit;
  return [
    ...(identity.name === "folder" ? ["uses the folder's name instead."] : []),
    ...(limit === undefined ? [] : [`left out with more than ${limit} characters.`]),
  ];
}

function summaryLimit({ catalog: { summary } }: Profile): readonly string[] {
  if (!summary) return [];
  const together = summary.text.includes("{whenToUse}") ? ", when_to_use included" : "";
  return [`tells the model up to ${formatCount(summary.limit)} characters${together}.`];
}
