import type { PackageWant } from "#lib/run/packages/packages.ts";
import { packageOfModule } from "#lib/skills/scripts/package-names.ts";
import { type ScriptNeeds, scriptNeeds } from "#lib/skills/scripts/script-needs.ts";
import { topOf } from "#lib/stage/place.ts";
import type { Files } from "#lib/vfs/files.ts";
import { startedScripts } from "./started-scripts.ts";

/** The packages that every run of the scripts in a line needs, as far as their texts tell. */
export function packageWants(line: string, cwd: string, files: Files): readonly PackageWant[] {
  return startedScripts(line, cwd, files).flatMap((path) => {
    const needs = scriptNeeds(files, path, { top: topOf(path), withModules: true });
    if (needs?.language !== "python") return [];
    return needs.packages
      .filter(({ isSure }) => isSure)
      .map(({ name, package: brings }) => ({ module: name, name: brings }));
  });
}

/** All Python packages that a script may ask for, including those that only some of its runs need. */
export function scriptWants({ language, packages }: ScriptNeeds): readonly PackageWant[] {
  return language === "python" ? packages.map(({ name, package: brings }) => ({ module: name, name: brings })) : [];
}

/** The package for a module that Python lacked. */
export function wantOf(module: string): PackageWant {
  return { module, name: packageOfModule(module) };
}
