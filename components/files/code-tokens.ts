/** A run of characters of one colour; `scope` is highlight.js's name for it. */
export interface CodeToken {
  readonly text: string;
  readonly scope?: string;
}
export type CodeLine = readonly CodeToken[];

export interface HighlightRequest {
  readonly id: number;
  readonly code: string;
  readonly language: string;
}
export interface HighlightReply {
  readonly id: number;
  /** Absent when the language is unknown. */
  readonly lines?: readonly CodeLine[];
}

/** Uncoloured lines: what is shown until, or without, highlighting. */
export function plainLines(code: string): CodeLine[] {
  return code.split("\n").map((text) => (text === "" ? [] : [{ text }]));
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
