import { useMemo, useState } from "react";
import { useWorkspace, useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { dirname, isInside } from "#lib/vfs/paths.ts";
import { isBundled } from "#lib/workspace/tree/place.ts";

/** Which folders show their entries: the way to the skills and to the file that is open, until a person folds them. */
export function useOpenFolders(roots: readonly string[]) {
  const skills = useWorkspaceInSlices((state) => state.view.discovery.skills);
  const profileId = useWorkspace((state) => state.profileId);
  const file = useWorkspace((state) => state.selection.file);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const open = useMemo(() => {
    const first = firstSight(profileById(profileId), skills);
    const shown = file ? [...first, file.path] : first;
    const folders = new Set([...roots.slice(0, 1), ...shown.flatMap((path) => foldersAbove(path, roots))]);
    for (const [folder, isOpen] of toggled) {
      if (isOpen) folders.add(folder);
      else folders.delete(folder);
    }
    return folders;
  }, [roots, profileId, skills, file, toggled]);
  return {
    open,
    setOpen: (folder: string, isOpen: boolean) => setToggled((before) => new Map(before).set(folder, isOpen)),
  };
}

/** What is worth showing at first: inside of a few skills, the folders of a dozen, of more only where they lie. */
function firstSight(profile: Profile, all: readonly Skill[]): string[] {
  const skills = all.filter(({ location }) => !isBundled(profile, location));
  if (skills.length <= 3) return skills.map(({ location }) => location);
  return skills.slice(0, skills.length <= 12 ? 12 : 1).map(({ directory }) => directory);
}

function foldersAbove(path: string, roots: readonly string[]): string[] {
  const root = roots.find((candidate) => isInside(candidate, path));
  const folders: string[] = [];
  if (root === undefined) return folders;
  for (let folder = dirname(path); isInside(root, folder) && folder !== "/"; folder = dirname(folder)) {
    folders.push(folder);
  }
  return folders;
}
