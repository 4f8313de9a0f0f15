import { type Files, readText } from "#lib/vfs/files.ts";
import { childPath, dirname, joinPath } from "#lib/vfs/paths.ts";
import { scanJavaScript } from "./javascript-scan.ts";
import { scanPython } from "./python-scan.ts";
import type { Imported, ScriptScan } from "./scan.ts";
import { scanScript } from "./script-scan.ts";
import type { ScriptLanguage } from "./started-script.ts";

/** Limits for one script: files that are read, characters of all of them, and places at which files are looked for. */
const most = { files: 40, characters: 512 * 1024, places: 20_000 } as const;

/** Most folders that are searched for modules. */
const mostFolders = 200;

/** Finds the files of modules, and scans them. */
interface Way {
  scan(text: string, file: string): ScriptScan;
  filesOf(
    isFile: (path: string) => boolean,
    module: string,
    folder: string,
    around: readonly string[],
  ): readonly string[];
  /** Whether a module of which there is no file is no other's. */
  readonly isAll: boolean;
}

const nothing: ScriptScan = { imports: [], modules: [], commands: [], network: [], lacked: [] };

const ways: Readonly<Record<ScriptLanguage, Way>> = {
  // What the others import has other names than a shell's packages, of which it has none.
  shell: {
    scan: (text, file) => ({ ...(scanScript(file, text) ?? nothing), imports: [], modules: [] }),
    filesOf: beside,
    isAll: false,
  },
  python: { scan: scanPython, filesOf, isAll: false },
  javascript: { scan: scanJavaScript, filesOf: fileOf, isAll: true },
};

/**
 * What a script needs, including the needs of its skill's own modules that it imports, directly or through others. A need of another
 * file is reported at the line of the script whose import leads there, and is sure only if every import on the way is.
 * @param folders the result of `foldersOf`
 */
export function scanWithModules(
  files: Files,
  path: string,
  scan: ScriptScan & { readonly language: ScriptLanguage },
  folders: readonly string[],
): ScriptScan {
  const around = modulesFolders(files, folders);
  const way = ways[scan.language];
  const seen = new Set([path]);
  const scans: ScriptScan[] = [scan];
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

  function ledBy(imported: Imported, from: string, by: Imported | undefined) {
    if (places <= 0) return [];
    const all = way.filesOf(isFile, imported.module, dirname(from), around);
    // Only programs for TypeScript add endings to what is imported.
    const isWhole = imported.isWhole && /\.[cm]?js$/.test(from);
    const whole = joinPath(dirname(from), imported.module.replace(/[?#].*$/, ""));
    const found = isWhole ? all.filter((file) => file === whole) : all;
    if (way.isAll && found.length === 0 && imported.isSure)
      scans.push({ ...nothing, lacked: [{ name: imported.module, line: (by ?? imported).line }] });
    return found.map((file) => ({ imported, file }));
  }

  function follow(from: string, { modules }: ScriptScan, by?: Imported): void {
    const led = modules.flatMap((imported) => ledBy(imported, from, by));
    for (const { imported, file } of led) {
      const text = take(file);
      if (text === undefined) continue;
      const place = { line: (by ?? imported).line, isSure: imported.isSure && (by?.isSure ?? true) };
      const found = toldAt(way.scan(text, file), place);
      scans.push(found);
      follow(file, found, { ...imported, ...place });
    }
  }

  follow(path, scan);
  return {
    imports: scans.flatMap(({ imports }) => imports),
    modules: scan.modules,
    commands: scans.flatMap(({ commands }) => commands),
    network: scans.flatMap(({ network }) => network),
    lacked: scans.flatMap(({ lacked }) => lacked),
  };
}

/** The scan of a file, as if everything in it stood at one line of the script. */
function toldAt(
  { imports, modules, commands, network, lacked }: ScriptScan,
  { line, isSure }: Pick<Imported, "line" | "isSure">,
): ScriptScan {
  const sure = (each: Imported) => ({ ...each, line, isSure: each.isSure && isSure });
  return {
    imports: imports.map(sure),
    modules: modules.map(sure),
    commands: commands.map((each) => ({ ...each, line })),
    network: network.map((each) => ({ ...each, line })),
    lacked: lacked.map((each) => ({ ...each, line })),
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

/** The file that a shell's word names, from the script's folder or one around it. */
function beside(
  isFile: (path: string) => boolean,
  module: string,
  folder: string,
  around: readonly string[],
): readonly string[] {
  const places = [folder, ...around].map((each) => joinPath(each, module));
  return places.filter(isFile).slice(0, 1);
}

/** The file of a module that is named by its path, which may lack the end of its name, or have that of what is made of it. */
function fileOf(isFile: (path: string) => boolean, module: string, folder: string): readonly string[] {
  const place = joinPath(folder, module.replace(/[?#].*$/, ""));
  const ends = [
    "",
    ".js",
    ".mjs",
    ".cjs",
    ".ts",
    ".tsx",
    ".jsx",
    ".json",
    "/index.js",
    "/index.mjs",
    "/index.ts",
    "/package.json",
  ];
  const made = [place.replace(/\.([cm]?)js$/, ".$1ts"), place.replace(/\.jsx?$/, ".tsx")];
  return [...ends.map((end) => place + end), ...made].filter(isFile).slice(0, 1);
}

/** Folders in which a script's own modules are looked for: its folder, those around it within its skill, and their direct subfolders. */
export function modulesFolders(files: Files, around: readonly string[]): readonly string[] {
  const inner = around.flatMap((folder) =>
    (files.list(folder) ?? []).filter(({ kind }) => kind === "folder").map(({ name }) => childPath(folder, name)),
  );
  return [...around, ...inner].slice(0, mostFolders);
}
