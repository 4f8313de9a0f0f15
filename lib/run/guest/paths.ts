import path from "path-browserify";

/** One part of a pattern: `*` and `?` stay within a folder's name. */
function source(pattern: string): string {
  const signs: Readonly<Record<string, string>> = { "*": "[^/]*", "?": "[^/]", "{": "(?:", "}": ")", ",": "|" };
  let depth = 0;
  return pattern.replaceAll(/\*\*\/|\*\*|\[!?[^\]]*\]|./gs, (sign) => {
    if (sign === "**/") return "(?:(?!\\.)[^/]+/)*";
    if (sign === "**") return ".*";
    if (sign.length > 1) return sign.replace("[!", "[^");
    if (sign === "{") depth++;
    if (sign === "}") depth--;
    if (sign === "," && depth === 0) return ",";
    return signs[sign] ?? sign.replace(/[\\^$.|+()[\]]/, "\\$&");
  });
}

/** Whether a path matches a pattern with `*`, `**`, `?`, `[…]` and `{…,…}`. */
export function matchesGlob(file: string, pattern: string): boolean {
  return new RegExp(`^${source(pattern)}$`).test(file);
}

const known = path as unknown as Record<string, unknown>;
const format = known.format as (parts: Readonly<Record<string, string>>) => string;

/** Windows' paths with Windows' separators: as far as scripts ask for them here. */
const win32 = {
  sep: "\\",
  delimiter: ";",
  join: (...parts: string[]) => path.join(...parts.map((part) => part.replaceAll("\\", "/"))).replaceAll("/", "\\"),
  normalize: (file: string) => path.normalize(file.replaceAll("\\", "/")).replaceAll("/", "\\"),
  basename: (file: string, end?: string) => path.basename(file.replaceAll("\\", "/"), end),
  dirname: (file: string) => path.dirname(file.replaceAll("\\", "/")).replaceAll("/", "\\"),
  extname: (file: string) => path.extname(file.replaceAll("\\", "/")),
  isAbsolute: (file: string) => /^(?:[a-z]:)?[\\/]/i.test(file),
};

Object.assign(path, {
  posix: path,
  win32,
  matchesGlob,
  toNamespacedPath: (file: string) => file,
  // An extension may come without its dot.
  format: ({ ext = "", ...parts }: Readonly<Record<string, string>>) =>
    format({ ...parts, ext: ext === "" || ext.startsWith(".") ? ext : `.${ext}` }),
});

export { path };
