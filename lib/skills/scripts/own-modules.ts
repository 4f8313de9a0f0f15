import { type Files, readText } from "#lib/vfs/files.ts";
import { childPath, dirname, joinPath } from "#lib/vfs/paths.ts";
import { scanPython } from "./python-scan.ts";
import type { Imported, ScriptScan } from "./scan.ts";

/** Limits for one script: files that are read, characters of all of them, and places at which files are looked for. */
const most = { files: 40, characters: 512 * 1024, places: 20_000 } as const;

/** Most folders that are searched for modules. */
const mostFolders = 200;

/**
 * What a Python script needs, including the needs of its skill's own modules that it imports, directly or through others. A need of another
 * file is reported at the line of the script whose import leads there, and is sure only if every import on the way is.
 * @param folders the result of `foldersOf`
 */
export function scanWithModules(files: Files, path: string, scan: ScriptScan, folders: readonly string[]): ScriptScan {
  const around = modulesFolders(files, folders);
  const seen = new Set([path]);
  const all = [scan];
  let left: number = most.characters;
  let places: number = most.places;

  /** The text of a file that was not read yet, within the limits. */
  function take(file: string): string | undefined {
    const text = seen.has(file) || seen.size > most.files ? undefined : readText(files, file);
    if (text === undefined || text.length > left) return undefined;
    seen.add(file);
    left -= text.length;
    return text;
  }

  function isFile(file: string): boolean {
    return places-- > 0 && files.stat(file)?.kind === "file";
  }

  function follow(from: string, { modules }: ScriptScan, by?: Imported): void {
    const led = modules.flatMap((imported) =>
      places > 0 ? filesOf(isFile, imported.module, dirname(from), around).map((file) => ({ imported, file })) : [],
    );
    for (const { imported, file } of led) {
      const text = take(file);
      if (text === undefined) continue;
      const place = { line: (by ?? imported).line, isSure: imported.isSure && (by?.isSure ?? true) };
      const found = toldAt(scanPython(text), place);
      all.push(found);
      follow(file, found, { ...imported, ...place });
    }
  }

  follow(path, scan);
  return {
    imports: all.flatMap(({ imports }) => imports),
    modules: scan.modules,
    commands: all.flatMap(({ commands }) => commands),
    network: all.flatMap(({ network }) => network),
  };
}

/** The scan of a file, as if everything in it stood at one line of the script. */
function toldAt(
  { imports, modules, commands, network }: ScriptScan,
  { line, isSure }: Pick<Imported, "line" | "isSure">,
): ScriptScan {
  const sure = (each: Imported) => ({ ...each, line, isSure: each.isSure && isSure });
  return {
    imports: imports.map(sure),
    modules: modules.map(sure),
    commands: commands.map((each) => ({ ...each, line })),
    network: network.map((each) => ({ ...each, line })),
  };
}

/** The files that Python runs for a module: those of the packages around it, and its own. */
function filesOf(
  isFile: (path: string) => boolean,
  module: string,
  folder: string,
  around: readonly string[],
): readonly string[] {
  const [, dots = "", name = ""] = /^(\.*)(.*)$/.exec(module) ?? [];
  const parts = name.split(".").filter(Boolean);
  const up = Array.from({ length: dots.length - 1 }).reduce<string>((at) => dirname(at), folder);
  for (const start of dots === "" ? around : [up]) {
    const places = parts.map((_, index) => joinPath(start, parts.slice(0, index + 1).join("/")));
    const found = places.flatMap((place) => [`${place}.py`, childPath(place, "__init__.py")]).filter(isFile);
    if (found.length > 0) return found;
  }
  return [];
}

/** Folders in which a script's own modules are looked for: its folder, those around it within its skill, and their direct subfolders. */
export function modulesFolders(files: Files, around: readonly string[]): readonly string[] {
  const inner = around.flatMap((folder) =>
    (files.list(folder) ?? []).filter(({ kind }) => kind === "folder").map(({ name }) => childPath(folder, name)),
  );
  return [...around, ...inner].slice(0, mostFolders);
}
