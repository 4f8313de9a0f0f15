import { parseJsonObject } from "#lib/harness/go/json.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { basename, dirname, joinPath } from "#lib/vfs/paths.ts";

/** The plugin that a folder belongs to, for as long as the tree stays as it is; `undefined` for none. */
export type NamespaceOf = (folder: string) => string | undefined;

/**
 * By the nearest manifest in a folder or above that is a JSON object whose `name`, if it has one, is a text: that, or
 * else what the manifest's own folder is called. Each folder is looked at once.
 */
export function pluginNamespaces(files: Files, manifests: readonly string[]): NamespaceOf {
  const known = new Map<string, string | undefined>();
  return function namespaceOf(folder): string | undefined {
    if (known.has(folder)) return known.get(folder);
    const parent = dirname(folder);
    const found = nameIn(files, manifests, folder) ?? (parent === folder ? undefined : namespaceOf(parent));
    known.set(folder, found);
    return found;
  };
}

/** Only the first manifest that is there counts, valid or not. */
function nameIn(files: Files, manifests: readonly string[], folder: string): string | undefined {
  const path = manifests.map((each) => joinPath(folder, each)).find((each) => files.stat(each)?.kind === "file");
  const manifest = path && parseJsonObject(readText(files, path) ?? "");
  if (!manifest) return undefined;
  const { name = "" } = manifest;
  if (typeof name !== "string") return undefined;
  return name.trim() === "" ? basename(folder) : name;
}
