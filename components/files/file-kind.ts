export type FileKind =
  | { readonly kind: "markdown" }
  | { readonly kind: "text" }
  /** A picture that a browser draws without running anything; its media type. */
  | { readonly kind: "image"; readonly type: string }
  | { readonly kind: "binary" };

const imageTypes: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
  ["ico", "image/x-icon"],
]);

/** As far as git looks for a NUL byte to tell binary files from text. */
const sniffed = 8000;

/** How a file is shown. An SVG is text: drawn, it could carry scripts and addresses. */
export function fileKind(path: string, bytes: Uint8Array): FileKind {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  const type = imageTypes.get(ending);
  if (type) return { kind: "image", type };
  if (bytes.subarray(0, sniffed).includes(0)) return { kind: "binary" };
  return { kind: ending === "md" || ending === "markdown" || ending === "mdx" ? "markdown" : "text" };
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
