import { type Files, readText } from "#lib/vfs/files.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import { type AbsentProgram, absentPrograms } from "./absent-programs.ts";
import { type Declarations, declaredFor, foldersOf } from "./declared-packages.ts";
import { declareInline } from "./inline-metadata.ts";
import { modulesFolders, scanWithModules } from "./own-modules.ts";
import { packageOfModule } from "./package-names.ts";
import { pythonLibrary } from "./python-library.ts";
import type { Called, Imported, ScriptScan } from "./scan.ts";
import { scanScript } from "./script-scan.ts";
import type { ScriptLanguage } from "./started-script.ts";

/** What a script needs beyond its language and its skill, as plain data. */
export interface ScriptNeeds {
  readonly language: ScriptLanguage;
  /** Each package once, in the order in which the script first imports it. */
  readonly packages: readonly NeededPackage[];
  /** Packages that are declared for the script, whether or not it imports them. */
  readonly declared: readonly string[];
  /** Programs that the script starts and no page has, each once; those that need a network are left out. */
  readonly programs: readonly (Called & { readonly kind: AbsentProgram })[];
  /** Parts of the script that need a network. */
  readonly network: readonly Called[];
  /** Parts of the language's library, and options of programs, that a page lacks. */
  readonly lacked: readonly Called[];
}

export interface NeededPackage extends Imported {
  /** The package that provides the module, by its name in the language's package index. */
  readonly package: string;
  readonly isDeclared: boolean;
}

interface Told {
  /** The script's present text, if it differs from that of its file. */
  readonly text?: string | undefined;
  /** The folder of the script's source: folders above it are not searched. */
  readonly top?: string | undefined;
  /** Whether to include the needs of the skill's own modules that the script imports; for a caller that is about to run it. */
  readonly withModules?: boolean;
}

/** What a script needs, by its text and the files around it; `undefined` for a file that is no script or whose content has not come. */
export function scriptNeeds(
  files: Files,
  path: string,
  { text = readText(files, path), top, withModules = false }: Told = {},
): ScriptNeeds | undefined {
  const own = text === undefined ? undefined : scanScript(path, text);
  if (text === undefined || !own) return undefined;
  const { language } = own;
  const folders = foldersOf(files, path, top);
  const scan = withModules ? scanWithModules(files, path, own, folders) : own;
  const declarations = declaredFor(files, folders, text, language);
  return {
    language,
    packages: packagesOf(scan, language, isBeside(files, folders), declarations),
    declared: declarations.packages,
    programs: once(scan.commands).flatMap((called) => {
      const kind = absentPrograms.get(called.name);
      return kind === undefined || kind === "network" ? [] : [{ ...called, kind }];
    }),
    lacked: once(scan.lacked),
    network: once([...scan.network, ...scan.commands.filter(({ name }) => absentPrograms.get(name) === "network")]),
  };
}

function packagesOf(
  { imports }: ScriptScan,
  language: ScriptLanguage,
  isOwn: (name: string) => boolean,
  declarations: Declarations,
): readonly NeededPackage[] {
  const isPython = language === "python";
  const others = imports.filter(({ name }) =>
    isPython ? !pythonLibrary.has(name) && !isOwn(name) : !name.startsWith("node:"),
  );
  // An import in every run tells more than one in some runs.
  return once([...others].sort((a, b) => Number(b.isSure) - Number(a.isSure))).map((each) => {
    const name = isPython ? packageOfModule(each.name) : each.name;
    return { ...each, package: name, isDeclared: declarations.has(name, each.name) };
  });
}

function once<Each extends { readonly name: string }>(all: readonly Each[]): readonly Each[] {
  const seen = new Set<string>();
  return all.filter(({ name }) => !seen.has(name) && seen.add(name));
}

/** Whether a module lies beside the script, in a folder around it within the skill, or in a direct subfolder of such a folder. */
function isBeside(files: Files, folders: readonly string[]): (name: string) => boolean {
  let names: Set<string> | undefined;
  return (name) => {
    names ??= modulesAround(files, folders);
    return names.has(name);
  };
}

function modulesAround(files: Files, around: readonly string[]): Set<string> {
  const entries = modulesFolders(files, around).flatMap((folder) => files.list(folder) ?? []);
  return new Set(entries.map(({ name, kind }) => (kind === "folder" ? name : name.replace(/\.(?:py|pyi|so)$/, ""))));
}

/** A file that now declares what a script imports. */
export interface Declaration {
  readonly path: string;
  readonly text: string;
  /** The packages that were added. */
  readonly packages: readonly string[];
}

/** Declares every undeclared import, in the script itself or in the skill's `package.json`. `undefined` where only a person can do that. */
export function declareNeeds(
  files: Files,
  path: string,
  { language, packages }: ScriptNeeds,
  top?: string,
): Declaration | undefined {
  const missing = [...new Set(packages.filter(({ isDeclared }) => !isDeclared).map((each) => each.package))];
  const text = readText(files, path);
  if (missing.length === 0 || text === undefined) return undefined;
  if (language === "python") {
    const declared = declareInline(text, missing);
    return declared === undefined ? undefined : { path, text: declared, packages: missing };
  }
  const folders = foldersOf(files, path, top);
  const manifests = folders.map((folder) => joinPath(folder, "package.json"));
  const manifest =
    manifests.find((each) => files.stat(each)) ??
    manifests.at(files.stat(joinPath(folders.at(-1) ?? "/", "SKILL.md")) ? -1 : 0);
  const declared = manifest === undefined ? undefined : withDependencies(readText(files, manifest) ?? "{}", missing);
  return manifest === undefined || declared === undefined
    ? undefined
    : { path: manifest, text: declared, packages: missing };
}

function withDependencies(manifest: string, packages: readonly string[]): string | undefined {
  try {
    const read = JSON.parse(manifest) as { dependencies?: Record<string, string> };
    if (typeof read !== "object" || read === null || Array.isArray(read)) return undefined;
    const dependencies = { ...read.dependencies, ...Object.fromEntries(packages.map((each) => [each, "*"])) };
    return `${JSON.stringify({ ...read, dependencies }, null, 2)}\n`;
  } catch {
    return undefined; // A file that cannot be parsed is left to the person.
  }
}
