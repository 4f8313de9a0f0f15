import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { RunFileError } from "#lib/run/sandbox/tree-nodes.ts";
import { expandBraces, matchesGlobs } from "#lib/skills/glob.ts";
import { ignoreVerdict } from "#lib/skills/ignore-lines.ts";
import { fileTypes } from "./file-types.ts";
import { numberOf, type RgCall } from "./rg-call.ts";

/** A file to search: its path, and the name to print. */
export interface RgFile {
  readonly path: string;
  readonly name: string;
}

/**
 * The files that a call names, and those in folders without what is hidden, ignored, or of another kind, in the order of their names.
 * @param tell gets messages on what cannot be searched
 * @throws OptionError for a type that there is not
 */
export function filesOf(tree: RunTree, cwd: string, call: RgCall, tell: (fault: string) => void): readonly RgFile[] {
  const isWanted = wanted(tree, cwd, call);
  const deepest = call.has("d") ? numberOf(call.lastOf("d") ?? "") : Number.POSITIVE_INFINITY;

  function below(folder: string, prefix: string, depth: number): readonly RgFile[] {
    if (depth > deepest) return [];
    return tree.list(folder).flatMap((each): readonly RgFile[] => {
      const path = `${folder === "/" ? "" : folder}/${each}`;
      const isLink = tree.lstat(path).kind === "link";
      if (isLink && !(call.has("L") && tree.exists(path))) return [];
      const isFolder = tree.stat(path).kind === "folder";
      if (!isWanted(path, isFolder)) return [];
      return isFolder ? below(path, `${prefix}${each}/`, depth + 1) : [{ path, name: prefix + each }];
    });
  }

  return (call.paths.length > 0 ? call.paths : [""]).flatMap((name) => {
    const path = resolve(cwd, name || ".");
    try {
      if (tree.stat(path).kind !== "folder") return [{ path, name }];
    } catch (caught) {
      if (!(caught instanceof RunFileError)) throw caught;
      tell(`${name}: No such file or directory (os error 2)`);
      return [];
    }
    return below(path, name === "" || name.endsWith("/") ? name : `${name}/`, 1);
  });
}

/** Tells whether a file below a folder is searched, and whether a folder is gone into. */
function wanted(tree: RunTree, cwd: string, call: RgCall): (path: string, isFolder: boolean) => boolean {
  const level = call.all("u").length;
  const byGlob = namedByGlobs(cwd, call);
  const [types, others] = [typesOf("t", call), typesOf("T", call)];
  const isIgnored = level > 0 || call.has("no-ignore") ? () => undefined : ignoreFiles(tree, call);
  const showsHidden = call.has(".") || level > 1;

  /** What a file's type says; `undefined` without one that is asked for. */
  function byType(name: string): boolean | undefined {
    if (matchesGlobs(others, name)) return false;
    return types.length > 0 ? matchesGlobs(types, name) : undefined;
  }

  return (path, isFolder) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const isNamed = byGlob(path, isFolder);
    if (isNamed !== undefined) return isNamed;
    const ignored = isIgnored(path, isFolder);
    const isOfType = isFolder ? undefined : byType(name);
    if (ignored || isOfType === false) return false;
    return isOfType === true || ignored === false || showsHidden || !name.startsWith(".");
  };
}

/** What the globs of a call say of a path, of which the last that fits counts. Where some ask for files, no others are searched. */
function namedByGlobs(cwd: string, call: RgCall): (path: string, isFolder: boolean) => boolean | undefined {
  const areLower = call.has("glob-case-insensitive");
  const lower = (text: string) => text.toLowerCase();
  const globs = call.all("g").flatMap((glob) => expandBraces(areLower ? lower(glob) : glob));
  const lowerGlobs = call.all("4").flatMap((glob) => expandBraces(lower(glob)));
  const asks = [...globs, ...lowerGlobs].some((glob) => !glob.startsWith("!"));
  return (path, isFolder) => {
    const shown = path.slice(path.startsWith(`${cwd}/`) ? cwd.length + 1 : 1);
    const verdict =
      ignoreVerdict(lowerGlobs, lower(shown), isFolder) ??
      ignoreVerdict(globs, areLower ? lower(shown) : shown, isFolder);
    return verdict ?? (asks && !isFolder ? false : undefined);
  };
}

/** What the nearest file of ignored names says of a path: whether it is ignored. */
function ignoreFiles(tree: RunTree, call: RgCall) {
  const known = new Map<string, readonly string[]>();
  const names = [
    ...(call.has("no-ignore-dot") ? [] : [".rgignore", ".ignore"]),
    // A source is a repository, though what git keeps of it is not here.
    ...(call.has("no-ignore-vcs") ? [] : [".gitignore"]),
  ];

  function linesOf(file: string): readonly string[] {
    let lines = known.get(file);
    if (!lines) {
      lines = tree.exists(file) ? new TextDecoder().decode(tree.read(file)).split("\n") : [];
      known.set(file, lines);
    }
    return lines;
  }

  return (path: string, isFolder: boolean): boolean | undefined => {
    for (const name of names) {
      for (let end = path.lastIndexOf("/"); end >= 0; end = end === 0 ? -1 : path.lastIndexOf("/", end - 1)) {
        const verdict = ignoreVerdict(linesOf(`${path.slice(0, end)}/${name}`), path.slice(end + 1), isFolder);
        if (verdict !== undefined) return verdict;
      }
    }
    return undefined;
  };
}

/** The globs of types that are asked for. @throws OptionError */
function typesOf(letter: "t" | "T", call: RgCall): readonly string[] {
  return call.all(letter).flatMap((type) => {
    const added = call.all("5").flatMap((each) => (each.startsWith(`${type}:`) ? [each.slice(type.length + 1)] : []));
    const globs = [...(fileTypes[type]?.split(" ") ?? []), ...added];
    if (type === "all") return Object.values(fileTypes).flatMap((each) => each.split(" "));
    if (globs.length === 0) throw new OptionError(`unrecognized file type: ${type}`);
    return globs;
  });
}
