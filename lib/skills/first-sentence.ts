/** The first sentence of a description, for places with a single line; the whole text if there is no second sentence. */
export function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s+\p{Lu})/su.exec(text)?.[0] ?? text;
}
