import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import type { GrepCall } from "./grep-call.ts";

/** A file to search: its path, and the name to print. */
export interface GrepFile {
  readonly path: string;
  readonly name: string;
}

/**
 * The files that a call names, with those in folders where it searches them, in the order of their names.
 * @throws RunFileError for a name of nothing
 */
export function filesOf(tree: RunTree, cwd: string, name: string, call: GrepCall): readonly GrepFile[] {
  const path = resolve(cwd, name || ".");
  if (tree.stat(path).kind !== "folder" || !call.recursive) {
    const last = name.split("/").at(-1) ?? "";
    return isWanted(last, call) ? [{ path, name }] : [];
  }
  return below(path, name === "" || name.endsWith("/") ? name : `${name}/`);

  function below(folder: string, prefix: string): readonly GrepFile[] {
    return tree.list(folder).flatMap((each): readonly GrepFile[] => {
      const at = `${folder}/${each}`;
      const { kind } = tree.lstat(at);
      if (kind === "folder") {
        return call.excludeFolders.some((glob) => glob.test(each)) ? [] : below(at, `${prefix}${each}/`);
      }
      const isFile = kind === "file" || (call.has("R") && tree.exists(at) && tree.stat(at).kind === "file");
      return isFile && isWanted(each, call) ? [{ path: at, name: prefix + each }] : [];
    });
  }
}

function isWanted(name: string, { include, exclude }: GrepCall): boolean {
  if (exclude.some((glob) => glob.test(name))) return false;
  return include.length === 0 || include.some((glob) => glob.test(name));
}
