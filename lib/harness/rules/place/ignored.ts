import type { Scan } from "#lib/harness/vocabulary/discovery.ts";
import { failed, passed } from "#lib/harness/vocabulary/finding.ts";
import { isIgnored } from "#lib/skills/ignore-lines.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { childPath, dirname, isInside, relativePath } from "#lib/vfs/paths.ts";
import { placeRule } from "./place-rule.ts";

interface Ignored {
  /** The folder or file that is named. */
  readonly path: string;
}

export const ignored = placeRule<Ignored>()({
  code: "ignored",
  title: "Is not named in an ignore file",
  wrong: "Named in an ignore file that {harness} follows",
  breaks({ path: root }, { profile: { scan }, files, location }) {
    for (let path = location; path !== root; path = dirname(path)) {
      if (isHidden(linesAbove(scan, files, root, dirname(path)), root, path, path !== location)) return { path };
    }
    return undefined;
  },
  kept(_, { profile: { scan, label } }) {
    return scan.ignoreFiles && passed(`${label} follows ${scan.ignoreFiles.join(", ")}, and none of them names it.`);
  },
  broken: ({ path }, _, { profile: { scan } }) =>
    failed(`A line of ${scan.ignoreFiles?.join(" or ")} names it.`, "Remove that line.", { place: { path } }),
  notice: (_, _root, { profile: { scan } }) => ({
    code: "passed-over",
    severity: "warning",
    data: { what: `what ${scan.ignoreFiles?.join(", ")} name` },
  }),
});

/**
 * The lines of a folder's ignore files, about paths below the root. As Pi reads them: a slash or a `\!` at the beginning loses its meaning,
 * and a line of a deeper folder names what lies directly in it.
 */
export function linesIn({ ignoreFiles = [] }: Scan, files: Files, root: string, folder: string): readonly string[] {
  const around = folder === root ? "" : `${relativePath(root, folder)}/`;
  return ignoreFiles.flatMap((name) => {
    const lines = readText(files, childPath(folder, name))?.split(/\r?\n/) ?? [];
    const read = lines.filter((line) => !/^\s*(?:#|$)/.test(line));
    return read.map((line) =>
      line
        .replace(/^(!?)(?:(?<!!)\\(?=!))?\/?/, (_, sign: string) => sign + around)
        .replace(/^\ufeff/, "")
        .toLowerCase(),
    );
  });
}

export function hasIgnoreFile({ ignoreFiles = [] }: Scan, files: Files, folder: string): boolean {
  return ignoreFiles.some((name) => files.stat(childPath(folder, name)));
}

function linesAbove(scan: Scan, files: Files, root: string, folder: string): readonly string[] {
  if (!scan.ignoreFiles || !isInside(root, folder)) return [];
  return [
    ...(folder === root ? [] : linesAbove(scan, files, root, dirname(folder))),
    ...linesIn(scan, files, root, folder),
  ];
}

/** Whether lines (`linesIn`) name a path below the root. */
export function isHidden(lines: readonly string[], root: string, path: string, isFolder: boolean): boolean {
  return lines.length > 0 && isIgnored(lines, relativePath(root, path).toLowerCase(), isFolder);
}
