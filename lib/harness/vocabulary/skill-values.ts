import { isPlainName } from "#lib/skills/plain-line.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import type { Session } from "./session.ts";
import type { Skill } from "./skill.ts";
import type { TemplateValues } from "./template.ts";

/** Values for a skill's placeholders besides its arguments. */
export interface SubstitutionContext {
  /** The names of the skill's arguments, in order. */
  readonly names: readonly string[];
  /** The values of variables. */
  readonly values: TemplateValues;
}

/** What a skill's text is told besides the arguments: the skill's own values, and the `workingFolder`. */
export function substitutionContext(skill: Skill, { cwd }: Session["place"]): SubstitutionContext {
  return { names: skill.argumentNames ?? [], values: { ...skillValues(skill), workingFolder: cwd } };
}

/** The values of a skill for a profile's text. Values that the harness does not store are empty. */
export function skillValues(skill: Skill): TemplateValues {
  const { name, description, location, directory } = skill;
  return {
    name,
    label: skill.label?.isTold ? skill.label.name : "",
    description,
    whenToUse: skill.whenToUse ?? "",
    ...valuesBelow(skill),
    location: skill.printedLocation ?? location,
    directory: skill.printedDirectory ?? directory,
    level: skill.level ?? "",
    ownFolder: skill.singleFile ? "" : (skill.printedDirectory ?? directory),
    pluginFolder: skill.pluginFolder ?? "",
    pluginData: pluginData(skill),
    hint: skill.argumentHint ?? "",
    effort: skill.effort ?? "",
    body: skill.body ?? "",
    ...resourceValues(skill),
  };
}

/** Of a skill in a folder below the working folder: that folder, its root, and the name without it if the folder is part of the name. */
function valuesBelow({ below, root }: Skill): TemplateValues {
  if (!below) return { below: "", belowRoot: "", scope: "", unscoped: "" };
  const { folder, qualifies, isShared } = below;
  const isTold = (isShared || qualifies === undefined) && isPlainName(folder);
  return {
    below: isTold ? folder : "",
    belowRoot: root.replace(/^\.\//, ""),
    scope: isShared || qualifies === undefined ? "" : folder,
    unscoped: qualifies ?? "",
  };
}

/** Where a plugin that is stored as `cache/market/name/version` keeps its own data. */
function pluginData({ pluginFolder = "" }: Skill): string {
  const [, home, market, name] = /^(.*\/)cache\/([^/]+)\/([^/]+)\/[^/]+$/.exec(pluginFolder) ?? [];
  return home ? `${home}data/${name}-${market}` : "";
}

/**
 * `scripts`, `references`: a list with the `path` of each; `scriptCount`, `referenceCount`: empty for none, with `scriptPlural`,
 * `referencePlural`: `s` unless it is one; `bothCounts`, `resources`, `countable`: not empty if there are any.
 */
function resourceValues({ directory, resources }: Skill): TemplateValues {
  const { scripts, references, assets } = resources ?? noResources;
  const isAny = (...lists: readonly (readonly string[])[]) => (lists.some(({ length }) => length > 0) ? "yes" : "");
  return {
    scripts: scripts.map((file) => ({ path: joinPath(directory, "scripts", file) })),
    references: references.map((file) => ({ path: joinPath(directory, "references", file) })),
    scriptCount: countText(scripts),
    referenceCount: countText(references),
    scriptPlural: scripts.length === 1 ? "" : "s",
    referencePlural: references.length === 1 ? "" : "s",
    bothCounts: isAny(scripts) && isAny(references),
    countable: isAny(scripts, references),
    resources: isAny(scripts, references, assets),
  };
}

const noResources = { scripts: [], references: [], assets: [] };

function countText({ length }: readonly string[]): string {
  return length === 0 ? "" : String(length);
}
