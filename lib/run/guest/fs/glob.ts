import { call } from "../native.ts";
import { matchesGlob, path } from "../paths.ts";
import type { RawStat } from "./entries.ts";

interface GlobOptions {
  readonly cwd?: string;
  readonly exclude?: ((name: string) => boolean) | readonly string[];
}

/** The paths that match a pattern, or one of several. */
export function globSync(patterns: string | readonly string[], { cwd = ".", exclude }: GlobOptions = {}): string[] {
  const all = (typeof patterns === "string" ? [patterns] : patterns).map((each) => each.replace(/^\.\//, ""));
  const isLeft = (name: string, file: string) =>
    typeof exclude === "function" ? exclude(name) : (exclude ?? []).some((each) => matchesGlob(file, each));
  const found: string[] = [];
  const visit = (folder: string) => {
    for (const name of call<string[]>("list", path.join(cwd, folder))) {
      const file = path.join(folder, name);
      if (isLeft(name, file)) continue;
      if (all.some((each) => matchesGlob(file, each))) found.push(file);
      if (call<RawStat>("lstat", path.join(cwd, file)).kind === "folder") visit(file);
    }
  };
  visit("");
  return found;
}
