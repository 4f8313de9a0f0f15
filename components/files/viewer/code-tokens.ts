/** A run of characters of one colour; `scope` is highlight.js's name for it. */
export interface CodeToken {
  readonly text: string;
  readonly scope?: string | undefined;
}

/**
 * The colours of a text, as runs of characters in numbers: an object for each of 100,000 tokens would hold up the page
 * that receives them.
 */
export interface Highlighting {
  /** Where each run ends, rising; the first begins at 0. */
  readonly ends: Uint32Array;
  /** For each run an index into `names`. */
  readonly scopes: Uint8Array;
  /** The first is of what has no colour. */
  readonly names: readonly (string | undefined)[];
}

export interface HighlightRequest {
  readonly code: string;
  readonly language: string;
}
/** `undefined` when the language is unknown. */
export type HighlightReply = Highlighting | undefined;

/** The runs between two places of `code`: a row of it. */
export function tokensBetween(
  code: string,
  highlighting: Highlighting | undefined,
  start: number,
  end: number,
): readonly CodeToken[] {
  if (start === end) return [];
  if (!highlighting) return [{ text: code.slice(start, end) }];
  const { ends, scopes, names } = highlighting;
  const tokens: CodeToken[] = [];
  let from = start;
  for (let run = firstBeyond(ends, start); from < end; run++) {
    const to = Math.min(ends[run] ?? end, end);
    tokens.push({ text: code.slice(from, to), scope: names[scopes[run] ?? 0] });
    from = to;
  }
  return tokens;
}

/** Index of the first of rising numbers that is greater than `place`. */
function firstBeyond(rising: Uint32Array, place: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** highlight.js's name of the language, by the file's ending or its whole name. */
export function languageOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return languages.get(name) ?? languages.get(name.slice(name.lastIndexOf(".") + 1));
}

const languages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bash: ["sh", "bash", "zsh"],
    c: ["c", "h"],
    cpp: ["cc", "cpp", "hpp"],
    csharp: ["cs"],
    css: ["css"],
    diff: ["diff", "patch"],
    go: ["go"],
    graphql: ["graphql", "gql"],
    ini: ["ini", "toml", "cfg"],
    java: ["java"],
    javascript: ["js", "mjs", "cjs", "jsx"],
    json: ["json", "jsonl", "jsonc"],
    kotlin: ["kt"],
    less: ["less"],
    lua: ["lua"],
    makefile: ["makefile", "mk"],
    markdown: ["md", "mdx", "markdown"],
    perl: ["pl"],
    php: ["php"],
    python: ["py"],
    r: ["r"],
    ruby: ["rb"],
    rust: ["rs"],
    scss: ["scss"],
    sql: ["sql"],
    swift: ["swift"],
    typescript: ["ts", "tsx", "mts", "cts"],
    xml: ["xml", "html", "htm", "svg", "xsd"],
    yaml: ["yaml", "yml"],
  }).flatMap(([language, endings]) => endings.map((ending) => [ending, language] as const)),
);
