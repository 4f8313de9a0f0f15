import type { Identity } from "#lib/harness/vocabulary/discovery.ts";

/** A name with `-` for every character other than ASCII letters, digits, `-` and `_`. */
export function plainName(name: string): string {
  return name.replace(/[^\w-]/g, "-");
}

/**
 * A name, with the characters that the harness does not accept in names replaced.
 * @param plugin the plugin that the skill belongs to
 */
export function cleaned(
  { replaces, plainInPlugins }: Pick<Identity, "replaces" | "plainInPlugins">,
  name: string,
  plugin?: string,
): string {
  if (plainInPlugins && plugin !== undefined) {
    const own = name.startsWith(`${plugin}:`) ? name.slice(plugin.length + 1) : name;
    return plainName(own);
  }
  if (!replaces) return name;
  const { characters, by, runs } = replaces;
  const all = Array.from(name);
  const isGap = (character: string | undefined) => character !== undefined && characters.includes(character);
  return all
    .map((character, index) => {
      if (!isGap(character)) return character;
      return runs && isGap(all[index - 1]) ? "" : by;
    })
    .join("");
}
