import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** The path of a folder in its repository, with a trailing slash; empty at the root, and outside of repositories. */
export function repositoryPrefix(folder: string): string {
  const start = resolve(folder);
  for (let at = start; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) {
      const path = relative(at, start).split(sep).join("/");
      return path === "" ? "" : `${path}/`;
    }
    if (dirname(at) === at) return "";
  }
}
