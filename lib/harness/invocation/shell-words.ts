const word = /(?:[^\s"'\\]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'[^']*'|["'\\])+/g;
const part = /\\([\s\S])|"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'/g;

/** A line split into words as a shell does: quotes hold together and go. One that is never closed is a character. */
export function shellWords(line: string): readonly string[] {
  return (line.match(word) ?? []).map((each) =>
    each.replace(part, (_match, escaped?: string, double?: string, single?: string) => {
      return escaped ?? double?.replace(/\\(["\\$`])/g, "$1") ?? single ?? "";
    }),
  );
}
