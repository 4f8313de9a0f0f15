import type { Identity } from "#lib/harness/vocabulary/discovery.ts";

/** A name, with the characters that the harness does not accept in names replaced. */
export function cleaned({ replaces }: Pick<Identity, "replaces">, name: string): string {
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
