import { basename, dirname, resolvePath } from "#lib/vfs/paths.ts";
import { listedFiles } from "./locate-mentions.ts";
import { mentionedPaths } from "./mentioned-paths.ts";
import type { Offer } from "./parse-catalog.ts";
import type { Looked } from "./read-prompt.ts";

export interface FolderClues {
  readonly name: string;
  readonly offer: Offer | undefined;
  /** The skill as the harness handed it over, its own words around it included. */
  readonly handed: string;
  readonly cwd: string;
}

/** The folder of a skill, as far as the model was told: by the catalog, or by what came with the instructions. */
export function toldDirectory({ offer, handed, cwd }: FolderClues): string | undefined {
  if (offer?.location !== undefined) return dirname(offer.location);
  if (offer?.directory !== undefined) return resolvePath(cwd, offer.directory);
  const resource = /^ {2}- (\/[^\n]*)\/(?:scripts|references)\/[^/\n]+$/m.exec(handed)?.[1];
  return resource && resolvePath(cwd, resource);
}

/** Stands for a skill's folder while it is looked for. */
const somewhere = "/skill";

/** Whether the instructions point at files, so that it matters where they are. */
export function pointsAtFiles(body: string): boolean {
  return mentionedPaths(body, somewhere).length > 0;
}

/**
 * The folder of a skill by a listing of the tree, where nothing told it: of those with a SKILL.md the one that holds
 * most of what the instructions mention, and of several the one with the skill's name.
 */
export function foundDirectory({ name }: FolderClues, body: string, listing: Looked): string | undefined {
  const files = new Set(listedFiles(listing));
  const mentions = mentionedPaths(body, somewhere).map(({ path }) => path.slice(somewhere.length));
  const folders = [...files].filter((path) => path.endsWith("SKILL.md")).map(dirname);
  const scores = folders.map((folder) => {
    const held = mentions.filter((mention) => files.has(folder + mention)).length;
    return { folder, held, isNamesake: basename(folder) === name };
  });
  const [best] = scores.toSorted((a, b) => b.held - a.held || Number(b.isNamesake) - Number(a.isNamesake));
  return best && (best.held > 0 || best.isNamesake) ? best.folder : undefined;
}
