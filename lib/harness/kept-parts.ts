import { type Fields, fieldText } from "#lib/skills/fields.ts";
import type { Frontmatter } from "#lib/skills/read-frontmatter.ts";
import type { Files } from "#lib/vfs/files.ts";
import { dirname, joinPath } from "#lib/vfs/paths.ts";
import type { Skill, SkillResources } from "./model.ts";
import type { KeptPart } from "./profile.ts";

interface Parsed {
  readonly fields: Fields;
  readonly text: string;
  readonly frontmatter: Frontmatter;
}

/** What a harness keeps of a skill beside its name and description. */
export function keptParts(keeps: readonly KeptPart[], files: Files, location: string, parsed: Parsed): Partial<Skill> {
  return Object.assign({}, ...keeps.map((part) => keptPart(part, files, location, parsed)));
}

function keptPart(
  part: KeptPart,
  files: Files,
  location: string,
  { fields, text, frontmatter }: Parsed,
): Partial<Skill> {
  switch (part) {
    case "body":
      return { body: frontmatter.kind === "read" ? frontmatter.body : text };
    case "resources":
      return { resources: resourcesOf(files, dirname(location)) };
    case "argument-hint":
      return optional("argumentHint", fieldText(fields, "argument-hint"));
    case "allowed-tools":
      return optional("allowedTools", itemsOf(fields, "allowed-tools"));
    case "state":
      return optional("initialState", fieldText(fields, "state") || undefined);
    case "hiding":
      return hiddenFrom(fields);
  }
}

function optional<Key extends keyof Skill>(key: Key, value: Skill[Key] | undefined): Partial<Skill> {
  return value === undefined ? {} : { [key]: value };
}

function itemsOf(fields: Fields, key: string): readonly string[] | undefined {
  const value = fields.get(key)?.value;
  return value?.kind === "list" ? value.items.map((item) => item ?? "") : undefined;
}

/** Claude Code's two fields: `disable-model-invocation: true` and `user-invocable: false`. */
function hiddenFrom(fields: Fields): Partial<Skill> {
  if (fieldText(fields, "disable-model-invocation") === "true") return { hiddenFrom: "model" };
  return fieldText(fields, "user-invocable") === "false" ? { hiddenFrom: "person" } : {};
}

/** The direct files of the standard's folders, hidden ones and links included. */
function resourcesOf(files: Files, directory: string): SkillResources {
  const namesIn = (folder: string) =>
    (files.list(joinPath(directory, folder)) ?? []).filter(({ kind }) => kind !== "folder").map(({ name }) => name);
  return { scripts: namesIn("scripts"), references: namesIn("references"), assets: namesIn("assets") };
}
