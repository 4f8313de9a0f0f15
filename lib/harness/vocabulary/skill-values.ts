import { dirname, joinPath } from "#lib/vfs/paths.ts";
import type { Skill } from "./model.ts";
import type { TemplateValues } from "./template.ts";

/** What a profile's text can say of a skill. What a harness does not keep of it is empty. */
export function skillValues(skill: Skill): TemplateValues {
  const { name, description, location, directory } = skill;
  return {
    name,
    description,
    whenToUse: skill.whenToUse ?? "",
    location: skill.printedLocation ?? location,
    directory: skill.printedDirectory ?? directory,
    // A plugin's skills lie in folders of its `skills`.
    pluginFolder: skill.namespace === undefined ? "" : dirname(dirname(directory)),
    hint: skill.argumentHint ?? "",
    body: skill.body ?? "",
    ...resourceValues(skill),
  };
}

/**
 * `scripts`, `references`: a list with the `path` of each; `scriptCount`, `referenceCount`: empty for none, with
 * `scriptPlural`, `referencePlural`: `s` but for one; `bothCounts`, `resources`, `countable`: whether there are.
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
