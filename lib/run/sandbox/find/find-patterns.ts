import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";

/** Syntaxes in which these signs stand for themselves unless a backslash is before them. */
const swapped: Readonly<Record<string, RegExp>> = {
  emacs: /\\?[(){}|]/g,
  "posix-basic": /\\?[(){}|+?]/g,
  ed: /\\?[(){}|+?]/g,
  sed: /\\?[(){}|+?]/g,
  grep: /\\?[(){}|+?]/g,
};
const extended: ReadonlySet<string> = new Set([
  "posix-extended",
  "posix-egrep",
  "egrep",
  "posix-awk",
  "awk",
  "gnu-awk",
]);

/** A pattern of a syntax that has a name; it has to match the whole path. @throws OptionError */
export function patternIn(syntax: string, pattern: string, flags: string): RegExp {
  if (extended.has(syntax)) return compiled(pattern, flags);
  const signs = swapped[syntax];
  if (!signs) throw new OptionError(`Unknown regular expression type '${syntax}'`);
  // Inside brackets all signs stand for themselves.
  const parts = pattern
    .split(/(\[\^?\]?[^\]]*\])/)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replace(signs, (sign) => (sign.length > 1 ? sign.slice(1) : `\\${sign}`)),
    )
    .join("");
  return compiled(parts, flags);
}

/** @throws OptionError */
function compiled(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(`^(?:${pattern})$`, flags);
  } catch (cause) {
    throw new OptionError(`the pattern '${pattern}' cannot be read here`, { cause });
  }
}

/** A pattern of file names, in which `*` and `?` stand for slashes and dots too. */
export function globPattern(glob: string, ignoreCase: boolean): RegExp {
  // Several stars in a row say what one does, and would be tried in every way.
  const parts = glob.match(/\*+|\\[\s\S]|\[[!^]?\]?(?:\[:\w+:\]|[^\]])*\]|[\s\S]/g) ?? [];
  const source = parts.map((part) => {
    if (part.startsWith("*")) return "[^]*";
    if (part === "?") return "[^]";
    if (part.length > 1 && part.startsWith("[")) return brackets(part);
    return (part.length > 1 ? part.slice(1) : part).replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
  });
  return new RegExp(`^${source.join("")}$`, ignoreCase ? "iu" : "u");
}

const classes: Readonly<Record<string, string>> = {
  ...{
    alpha: "a-zA-Z",
    digit: "0-9",
    alnum: "a-zA-Z0-9",
    upper: "A-Z",
    lower: "a-z",
    space: "\\s",
    xdigit: "0-9a-fA-F",
  },
  ...{ punct: "!-\\/:-@\\[-`\\{-~", blank: " \\t" },
};

function brackets(part: string): string {
  const [, not = "", inside = ""] = /^\[([!^]?)([\s\S]*)\]$/.exec(part) ?? [];
  const signs = inside.replace(/\[:(\w+):\]|\\?([\s\S])/g, (whole, name?: string, sign?: string) => {
    if (name !== undefined) return classes[name] ?? whole;
    return sign === "-" && whole === "-" ? "-" : (sign ?? "").replace(/[\\\]^[&~]/, "\\$&");
  });
  return `[${not && "^"}${signs.replace(/^-|-$/g, "\\-")}]`;
}
