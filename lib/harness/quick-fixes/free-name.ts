import type { Inquiry } from "#lib/harness/rules/types/inquiry.ts";

/** A folder's name as a valid name of a skill. */
export function skillWord(folder: string): string {
  const word = folder
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return word || "skill";
}

/** A name for a skill that no other loaded one has: its folder's, or that with a number. */
export function freeName({ session, folder, location }: Inquiry): string {
  const loaded = session.discovery.candidates.filter(({ outcome }) => outcome.kind === "loaded");
  const taken = new Set(loaded.flatMap(({ skill }) => (skill && skill.location !== location ? [skill.name] : [])));
  return freeWord(skillWord(folder), (word) => taken.has(word));
}

/** The word itself or, if it is taken, the first of `word-2`, `word-3`, … that is not. */
export function freeWord(word: string, isTaken: (word: string) => boolean): string {
  let free = word;
  for (let number = 2; isTaken(free); number++) free = `${word}-${number}`;
  return free;
}
