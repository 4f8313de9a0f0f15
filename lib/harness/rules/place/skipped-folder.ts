import type { FoundRoot, Scan } from "#lib/harness/vocabulary/discovery.ts";
import { failed, passed, type RuleFinding } from "#lib/harness/vocabulary/finding.ts";
import { goLower } from "#lib/skills/text-rules.ts";
import { dirname, relativePath } from "#lib/vfs/paths.ts";
import { type Position, placeRule } from "./place-rule.ts";

interface InSkippedFolder {
  readonly name: string;
}

export const skippedFolder = placeRule<InSkippedFolder>()({
  code: "skipped-folder",
  title: "Is not in a skipped folder",
  wrong: "In a folder that {harness} skips",
  mendedBy: "move",
  breaks(root, { profile: { scan }, location }) {
    const reserved = reservedFolder(root, location);
    const name = reserved ?? searchedFolders(scan, root.path, location).find((each) => skipsFolder(scan, each));
    return name === undefined ? undefined : { name };
  },
  kept(root, position) {
    const asked = askedOf(root, position);
    return asked === undefined
      ? undefined
      : passed(`${asked}; it is ${isKeptBack(root) ? "not in there" : "in none"}.`);
  },
  broken: ({ name }, root, position) => tellBroken(name, root, position),
  notice({ name }, root, { profile: { scan } }) {
    const isHidden = !isKeptBack(root) && !scan.skipFolders.includes(name);
    const what = isHidden ? `hidden folders such as ${name}` : `folders called ${name}`;
    return { code: "passed-over", severity: "warning", data: { what } };
  },
});

/** Whether a search skips a folder of this name anywhere below its root. */
export function skipsFolder({ skipFolders, skipHidden }: Scan, name: string): boolean {
  return skipFolders.includes(name) || (skipHidden === true && name.startsWith("."));
}

/** The folder in a root that the harness reserves for itself, if it contains `location` below that root. */
export function reservedFolder({ root, path }: FoundRoot, location: string): string | undefined {
  const [name = ""] = relativePath(path, location).split("/");
  return root.reserves?.includes(goLower(name).replace(/[. ]+$/, "")) ? name : undefined;
}

function isKeptBack(root: FoundRoot | undefined): boolean {
  return root?.root.reserves !== undefined;
}

/** What the harness skips in this root, as the beginning of a sentence; `undefined` if that is nothing. */
function askedOf(root: FoundRoot, { profile }: Position): string | undefined {
  const { reserves } = root.root;
  if (reserves)
    return `In ${root.label}, ${profile.label} keeps ${reserves.join(" and ")} for itself, in any case of letters`;
  const { skipFolders, skipHidden } = profile.scan;
  if (skipHidden) return `${profile.label} skips hidden folders`;
  return skipFolders.length === 0 ? undefined : `${profile.label} skips folders called ${skipFolders.join(" and ")}`;
}

function tellBroken(name: string, root: FoundRoot | undefined, position: Position): RuleFinding {
  const asked = root && askedOf(root, position);
  if (isKeptBack(root)) return failed(`${asked}; it is in ${name}.`, "Give the skill's folder another name.");
  const article = position.profile.scan.skipHidden ? "" : "a ";
  return failed(`${asked}; it is in ${article}${name}.`, `Move the skill's folder out of ${name}.`);
}

/** The folders on the way to a file whose names decide. */
function searchedFolders({ depth }: Scan, root: string, location: string): readonly string[] {
  const below = relativePath(root, dirname(location)).split("/");
  return depth === "one-level" ? below.slice(0, 1) : below;
}
