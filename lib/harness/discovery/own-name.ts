import { basename, dirname } from "#lib/vfs/paths.ts";

/** What names a skill that does not name itself: its folder, or a file that is a skill by itself. */
export function ownName(location: string): string {
  const name = basename(location);
  return isSingleFile(location) ? name.slice(0, name.lastIndexOf(".")) : basename(dirname(location));
}

/** Whether a skill is a file by itself, such as `commands/deploy.md`, and not a folder with a SKILL.md. */
export function isSingleFile(location: string): boolean {
  return !/SKILL\.md$/i.test(location);
}
