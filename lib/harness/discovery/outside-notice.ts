import type { Scan } from "#lib/harness/vocabulary/discovery.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { basename, dirname, isInside } from "#lib/vfs/paths.ts";
import { type FoundRoot, isOpenTo, reservedFolder } from "./roots.ts";
import { isPassedOver, matchesName, wantedName } from "./scan-root.ts";

/** Why a harness never looks at a SKILL.md, in any spelling, that its scan did not find. */
export function outsideNotice(profile: Profile, path: string, roots: readonly FoundRoot[]): Notice {
  const base = { severity: "info", path, line: 1 } as const;
  const [first] = roots;
  const directory = dirname(path);
  const around = roots
    .filter((root) => isInside(root.path, path) && isOpenTo(root, path))
    .sort((a, b) => b.path.length - a.path.length)[0];
  if (!around) return { ...base, code: "outside-roots", data: { root: first?.label ?? "" } };
  const name = basename(path);
  const wanted = wantedName(profile.scan.fileName);
  const isOther = !matchesName(name, profile.scan.fileName) || (isChild(around, directory) && name !== wanted);
  if (isOther) return { ...base, severity: "warning", code: "wrong-file-name", data: { name, wanted } };
  const what = reserved(around, path) ?? passedOver(profile.scan, around.path, path);
  if (what) return { ...base, severity: "warning", code: "passed-over", data: { what } };
  const code = directory === around.path ? "beside-root" : "too-deep";
  return { ...base, severity: "warning", code, data: { root: around.label } };
}

function reserved(root: FoundRoot, path: string): string | undefined {
  const name = reservedFolder(root, path);
  return name === undefined ? undefined : `folders called ${name}`;
}

/** Why a search that would have come to `path` did not. */
function passedOver(scan: Scan, root: string, path: string): string | undefined {
  if (scan.depth === "one-level") return passedOverChild(scan, root, dirname(path));
  for (let each = path; each !== root; each = dirname(each)) {
    const name = basename(each);
    if (scan.skipFolders.includes(name)) return `folders called ${name}`;
    if (scan.skipHidden && name.startsWith(".")) return `hidden folders such as ${name}`;
  }
  return isPassedOver(scan, root, path) ? `what lies more than ${scan.maxDepth} folders deep` : "links";
}

/** A folder directly below a root that was not searched is left out by its name, or is a link. */
function passedOverChild(scan: Scan, root: string, folder: string): string | undefined {
  if (dirname(folder) !== root) return undefined;
  const name = basename(folder);
  return scan.skipFolders.includes(name) ? `folders called ${name}` : "links";
}

function isChild(root: FoundRoot, directory: string): boolean {
  return dirname(directory) === root.path;
}
