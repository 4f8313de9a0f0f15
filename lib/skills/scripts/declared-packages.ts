import { type Files, readText } from "#lib/vfs/files.ts";
import { dirname, joinPath } from "#lib/vfs/paths.ts";
import { fieldText } from "../frontmatter.ts";
import { parseStandard } from "../standard.ts";
import { inlineDependencies, stringsAt, tomlOf } from "./inline-metadata.ts";
import { normalName } from "./package-names.ts";
import type { ScriptLanguage } from "./started-script.ts";

/** The packages that are declared for a script. */
export interface Declarations {
  /** Whether one of these names (a package, or the module that it provides) is declared. */
  has(...names: readonly string[]): boolean;
  /** Names of declared packages as written, without any from prose. */
  readonly packages: readonly string[];
}

/**
 * What is declared for a script: in the script (PEP 723), in `requirements.txt`, `pyproject.toml` or `package.json` in its folder or one
 * around it, up to that of its skill, and in the skill's `compatibility`.
 * @param folders the result of `foldersOf`
 */
export function declaredFor(
  files: Files,
  folders: readonly string[],
  text: string,
  language: ScriptLanguage,
): Declarations {
  const read = (name: string) =>
    folders.map((folder) => readText(files, joinPath(folder, name)) ?? "").filter((each) => each !== "");
  const requirements =
    language === "python"
      ? [
          ...(inlineDependencies(text) ?? []),
          ...read("requirements.txt").flatMap(requirementLines),
          ...read("pyproject.toml").flatMap(projectDependencies),
        ]
      : read("package.json").flatMap(manifestDependencies);
  const packages = requirements
    .map((each) => (language === "python" ? requirementName(each) : each))
    .filter((name) => name !== "");
  const known = new Set(packages.map(normalName));
  const prose = read("SKILL.md").map(compatibilityOf).join("\n").toLowerCase();
  const isTold = (name: string) =>
    new RegExp(`(?<![\\w-])${name.toLowerCase().replaceAll(/[.*+?^$(){}|[\]\\]/g, "\\$&")}(?![\\w-])`).test(prose);
  return {
    packages: [...new Set(packages)],
    has: (...names) => names.some((name) => known.has(normalName(name)) || isTold(name)),
  };
}

/**
 * The folder of a script and those around it, up to that of its skill; for a script of no skill, up to that of its source.
 * @param top the source's folder
 */
export function foldersOf(files: Files, path: string, top = "/"): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === "/" || folder === top || files.stat(joinPath(folder, "SKILL.md"))) return folders;
  }
}

function requirementLines(text: string): readonly string[] {
  return text
    .split("\n", 1000)
    .map((line) => line.trim())
    .filter((line) => /^[A-Za-z]/.test(line));
}

/** The package name in a requirement (PEP 508). */
function requirementName(requirement: string): string {
  return /^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?/.exec(requirement.trim())?.[0] ?? "";
}

function projectDependencies(text: string): readonly string[] {
  const project = tomlOf(text);
  const optional = recordAt(recordAt(project, "project"), "optional-dependencies");
  const poetry = recordAt(recordAt(recordAt(project, "tool"), "poetry"), "dependencies");
  return [
    ...(stringsAt(project, ["project", "dependencies"]) ?? []),
    ...Object.values(optional).flatMap((list) =>
      Array.isArray(list) ? list.filter((each) => typeof each === "string") : [],
    ),
    ...Object.keys(poetry),
  ];
}

function manifestDependencies(text: string): readonly string[] {
  try {
    const manifest: unknown = JSON.parse(text);
    return ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"].flatMap((kind) =>
      Object.keys(recordAt(manifest, kind)),
    );
  } catch {
    return []; // A manifest that cannot be parsed declares nothing.
  }
}

function recordAt(value: unknown, key: string): Readonly<Record<string, unknown>> {
  const inner =
    typeof value === "object" && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
  return typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>) : {};
}

function compatibilityOf(text: string): string {
  const read = parseStandard(text);
  return read.kind === "parsed" ? (fieldText(read.fields, "compatibility") ?? "") : "";
}
