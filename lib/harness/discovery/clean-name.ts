import type { Identity } from "#lib/harness/vocabulary/discovery.ts";

/** A name without the characters that the harness takes for none of a name. */
export function cleaned({ replaces }: Pick<Identity, "replaces">, name: string): string {
  if (!replaces) return name;
  const { characters, by, runs } = replaces;
  const marked = Array.from(name, (character) => (characters.includes(character) ? "\n" : character)).join("");
  return marked.split(runs ? /\n+/ : "\n").join(by);
}
