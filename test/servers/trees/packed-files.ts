import type { RawTree } from "#test/servers/raw-objects.ts";

/** A file or link, as any archive can contain it. */
export interface PackedFile {
  readonly path: string;
  /** The file's content, or the link's target. */
  readonly text: string;
  readonly unixMode?: number;
}

export const linkMode = 0o120777;

/** The files and links of `tree`; `undefined` if it has entries that archives cannot contain. */
export function filesOf(tree: RawTree, prefix = ""): PackedFile[] | undefined {
  const files: PackedFile[] = [];
  for (const [mode, name, content] of tree) {
    const path = `${prefix}${String(name)}`;
    const below = Array.isArray(content) ? filesOf(content as RawTree, `${path}/`) : undefined;
    if (below) files.push(...below);
    else if (typeof content === "string" && /^1[02]/.test(mode)) {
      files.push({ path, text: content, unixMode: mode.startsWith("12") ? linkMode : 0o644 });
    } else return undefined;
  }
  return files;
}
