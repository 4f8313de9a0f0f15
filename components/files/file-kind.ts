/** `table`, `notebook` and `drawing`: text that can also be rendered. A drawing is an SVG. */
export type TextKind = "markdown" | "table" | "notebook" | "drawing" | "text";

export type FileKind =
  | { readonly kind: TextKind }
  /** An image that a browser draws without running anything. `type`: its media type. */
  | { readonly kind: "image"; readonly type: string }
  | { readonly kind: "pdf" }
  | { readonly kind: "binary" };

const textKinds: ReadonlyMap<string, TextKind> = new Map([
  ["md", "markdown"],
  ["markdown", "markdown"],
  ["mdx", "markdown"],
  ["csv", "table"],
  ["tsv", "table"],
  ["ipynb", "notebook"],
  ["svg", "drawing"],
]);

const imageTypes: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
  ["ico", "image/x-icon"],
]);

/** How many bytes git searches for a NUL byte to tell binary files from text. */
const sniffed = 8000;

/** How a file is shown. */
export function fileKind(path: string, bytes: Uint8Array): FileKind {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  const type = imageTypes.get(ending);
  if (type) return { kind: "image", type };
  if (ending === "pdf") return { kind: "pdf" };
  if (bytes.subarray(0, sniffed).includes(0)) return { kind: "binary" };
  return { kind: textKinds.get(ending) ?? "text" };
}

/** Whether the file is shown as text, perhaps beside its rendered form. */
export function isTextKind(kind: FileKind["kind"]): kind is TextKind {
  return kind !== "image" && kind !== "pdf" && kind !== "binary";
}

/** Elements that draw others again, or render their content in another way: nested, they multiply the work. */
const repeating = /<(?:[\w.-]+:)?(?:use|pattern|mask|clippath|marker|filter|symbol|foreignobject)\b/gi;
const mostRepeating = 32;
const mostDrawn = 1024 * 1024;

/**
 * Why an SVG is not drawn, as a sentence; `undefined` if it is drawn. As an image it runs no script and loads nothing, but it is rendered
 * on the page's own time: a kilobyte can describe a million million shapes.
 */
export function drawingObjection(text: string): string | undefined {
  if (text.length > mostDrawn) return "It is larger than 1 MB, the limit for previews.";
  if (/<!ENTITY/i.test(text)) return "It defines entities, which can expand without limit.";
  if (/<(?:[\w.-]+:)?(?:image|feimage)\b/i.test(text)) return "It contains other images, which are not checked.";
  const count = text.match(repeating)?.length ?? 0;
  return count > mostRepeating ? "It repeats too many of its parts, which can expand without limit." : undefined;
}

/** highlight.js's name of the language, by file extension or file name. */
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
