import type { PackageWant } from "#lib/run/packages/packages.ts";
import { packageOfModule } from "#lib/skills/scripts/package-names.ts";
import { type ScriptNeeds, scriptNeeds } from "#lib/skills/scripts/script-needs.ts";
import { topOf } from "#lib/stage/place.ts";
import type { Files } from "#lib/vfs/files.ts";
import { startedScripts } from "./started-scripts.ts";

/** The packages that every run of the scripts that a line starts comes to, as far as their texts tell. */
export function packageWants(line: string, cwd: string, files: Files): readonly PackageWant[] {
  return startedScripts(line, cwd, files).flatMap((path) => {
    const needs = scriptNeeds(files, path, { top: topOf(path), withModules: true });
    if (needs?.language !== "python") return [];
    return needs.packages
      .filter(({ isSure }) => isSure)
      .map(({ name, package: brings }) => ({ module: name, name: brings }));
  });
}

/** All that a script may ask for of Python's packages, with what only some of its runs come to. */
export function scriptWants({ language, packages }: ScriptNeeds): readonly PackageWant[] {
  return language === "python" ? packages.map(({ name, package: brings }) => ({ module: name, name: brings })) : [];
}

/** A module that Python lacked. */
export function wantOf(module: string): PackageWant {
  return { module, name: packageOfModule(module) };
}
