import type { Inquiry } from "#lib/harness/rules/types/inquiry.ts";

/** A valid skill name made from a folder's name. */
export function skillWord(folder: string): string {
  const word = folder
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return word || "skill";
}

/** A name that no other loaded skill has: that of the skill's folder, or the same with a number. */
export function freeName({ session, folder, location }: Inquiry): string {
  const loaded = session.discovery.candidates.filter(({ outcome }) => outcome.kind === "loaded");
  const taken = new Set(loaded.flatMap(({ skill }) => (skill && skill.location !== location ? [skill.name] : [])));
  return freeWord(skillWord(folder), (word) => taken.has(word));
}

/** The word itself or, if it is taken, the first of `word-2`, `word-3`, … that is free. */
export function freeWord(word: string, isTaken: (word: string) => boolean): string {
  let free = word;
  for (let number = 2; isTaken(free); number++) free = `${word}-${number}`;
  return free;
}
