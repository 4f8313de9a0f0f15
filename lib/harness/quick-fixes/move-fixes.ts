import { installRoot } from "#lib/harness/roots/roots.ts";
import { wantedName } from "#lib/harness/rules/place/file-name.ts";
import type { Inquiry } from "#lib/harness/rules/types/inquiry.ts";
import type { QuickFix } from "#lib/harness/rules/types/quick-fix.ts";
import { pathLabel } from "#lib/harness/vocabulary/places.ts";
import { walkFiles } from "#lib/vfs/files.ts";
import { basename, dirname, isInside, joinPath, relativePath } from "#lib/vfs/paths.ts";
import { freeWord, skillWord } from "./free-name.ts";

/** Moves the skill's folder with all its files into a root of the harness. */
export function moveIntoRoot(inquiry: Inquiry): readonly QuickFix[] {
  const { profile, session, location, folder, placement, read } = inquiry;
  const { place, files, discovery } = session;
  const sources = filesOfSkill(inquiry);
  if (!sources || files.lstat(location)?.kind !== "file") return [];
  const isAlone = sources.length === 1 && sources[0] === location && isShared(inquiry);
  const nearest = placement.root && !placement.root.root.isBundled && profile.scan.depth === "one-level";
  const root = nearest && placement.root ? placement.root.path : installRoot(profile, place, "project");
  const taken = new Set(discovery.candidates.flatMap((each) => (each.outcome.kind === "outside" ? [] : [each.folder])));
  const word = isAlone
    ? skillWord(read.candidate.skill?.name ?? folder)
    : folder || skillWord(read.candidate.skill?.name ?? "");
  const name = freeWord(word, (each) => taken.has(each) || files.lstat(joinPath(root, each)) !== undefined);
  const moves = sources.map((from) => {
    const isFile = from === location;
    const inside = isFile ? wantedFile(inquiry) : relativePath(dirname(location), from);
    return { from, to: joinPath(root, name, inside) };
  });
  return [{ label: `Move it to ${pathLabel(joinPath(root, name), place)}`, moves, writes: [] }];
}

/** Gives the file the name that the harness reads. */
export function renameFile({ profile, session, location }: Inquiry): readonly QuickFix[] {
  const wanted = wantedName(profile.scan.fileName);
  const to = joinPath(dirname(location), wanted);
  if (to === location || session.files.lstat(to)) return [];
  return [{ label: `Rename it to ${wanted}`, moves: [{ from: location, to }], writes: [] }];
}

/** The file's name if the harness reads it, else the name that it reads. */
function wantedFile({ profile, location }: Inquiry): string {
  const rule = profile.scan.fileName;
  return rule.match === "exact" && rule.names.includes(basename(location)) ? basename(location) : wantedName(rule);
}

/** A folder with more files than this holds more than a skill, and is not moved. */
const maxFiles = 2_000;

/**
 * All files in a skill's folder; only the SKILL.md if others share the folder; `undefined` if there are too many, or a link to a folder or
 * to nothing among them, which no fix can move.
 */
export function filesOfSkill(inquiry: Inquiry): readonly string[] | undefined {
  const { session, location } = inquiry;
  if (isShared(inquiry)) return [location];
  const found: string[] = [];
  for (const { path, kind } of walkFiles(session.files, dirname(location))) {
    if (kind === "folder") continue;
    found.push(path);
    if (found.length > maxFiles || session.files.stat(path)?.kind !== "file") return undefined;
  }
  return found;
}

/** Whether the folder is not only the skill's: other skills are below it, or it contains the workspace or a root. */
function isShared({ profile, session, location }: Inquiry): boolean {
  const directory = dirname(location);
  const { cwd, home } = session.place;
  const holds = (path: string) => path !== location && isInside(directory, path);
  const inUse = [
    cwd,
    home,
    dirname(installRoot(profile, session.place, "project")),
    installRoot(profile, session.place, "home"),
  ];
  return inUse.some(holds) || session.discovery.candidates.some((candidate) => holds(candidate.location));
}
