import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** Where a folder lies in its repository, with a slash behind it; nothing for the root of one, and outside of all. */
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
