import { parse, TomlError } from "smol-toml";

/**
 * A Python script's inline metadata (PEP 723, and its reference expression): a comment block in TOML, whose `dependencies` are the packages
 * that the script needs.
 */
const block = /^# \/\/\/ script[ \t]*\r?\n((?:#(?:| [^\n]*)\r?\n)+?)(?:(# \/\/\/[ \t]*$)|(?!#(?:| [^\n]*)\r?\n))/gm;

/** The first block that is closed. Of one that is not, the search goes on behind it, so that its time grows with the text alone. */
function blockIn(text: string): RegExpExecArray | undefined {
  return [...text.matchAll(block)].find(([, , end]) => end);
}

/** The packages that a script declares, as requirements (PEP 508); `undefined` if it has no such block, or one that cannot be parsed. */
export function inlineDependencies(text: string): readonly string[] | undefined {
  const inner = blockIn(text)?.[1];
  if (inner === undefined) return undefined;
  return stringsAt(tomlOf(inner.replaceAll(/^# ?/gm, "")), ["dependencies"]);
}

/**
 * The text with these packages declared in its block. If it has no block, one is added after its first line and its encoding. `undefined`
 * if its block cannot be parsed: then only a person can change it.
 */
export function declareInline(text: string, packages: readonly string[]): string | undefined {
  const own = blockIn(text);
  if (!own) return withBlock(text, packages);
  const before = inlineDependencies(text);
  const inner = own[1] ?? "";
  if (!before) return undefined;
  const list = [...before, ...packages].map((each) => `#   ${JSON.stringify(each)},\n`).join("");
  const field = `# dependencies = [\n${list}# ]\n`;
  const old = /^# dependencies[ \t]*=[ \t]*\[(?:[^\]"']|"[^"\n]*"|'[^'\n]*')*\][^\n]*\n/m;
  const changed = old.test(inner) ? inner.replace(old, () => field) : field + inner;
  const start = own.index + own[0].indexOf(inner);
  const next = text.slice(0, start) + changed + text.slice(start + inner.length);
  return inlineDependencies(next)?.length === before.length + packages.length ? next : undefined;
}

function withBlock(text: string, packages: readonly string[]): string {
  const list = packages.map((each) => `#   ${JSON.stringify(each)},\n`).join("");
  const head = /^(?:\ufeff?#![^\n]*\n)?(?:#[^\n]*coding[:=][^\n]*\n)?/.exec(text)?.[0] ?? "";
  return `${head}# /// script\n# dependencies = [\n${list}# ]\n# ///\n${text.slice(head.length)}`;
}

/** A TOML text as a value; `undefined` if it is not valid. */
export function tomlOf(text: string): unknown {
  try {
    return parse(text);
  } catch (caught) {
    if (caught instanceof TomlError) return undefined;
    throw caught;
  }
}

/** The texts of the list at a path in a value; `undefined` if there is no list. */
export function stringsAt(value: unknown, path: readonly string[]): readonly string[] | undefined {
  let at = value;
  if (typeof at !== "object") return undefined;
  for (const key of path)
    at =
      typeof at === "object" && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string, unknown>)[key]
        : undefined;
  return Array.isArray(at) ? at.filter((each) => typeof each === "string") : [];
}
