/** The first sentence of a description, for where one line has to do; all of it where it has no other. */
export function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s+\p{Lu})/su.exec(text)?.[0] ?? text;
}
