import { useMemo } from "react";
import { Button } from "#components/ui/button.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { formatCount } from "#lib/format-count.ts";
import type { Discovery } from "#lib/harness/vocabulary/skill.ts";
import type { Mount } from "#lib/state/mount.ts";
import type { WorkspaceState } from "#lib/state/state.ts";

/** The skills of one source that lie where the harness does not look. */
export interface OutsideSkills {
  readonly mount: Mount;
  /** Paths of their SKILL.md files in the source. */
  readonly paths: readonly string[];
  /** How many of the source's skills the harness has found. */
  readonly met: number;
}

/** The source with the most skills where the harness does not look; `undefined` if no skill lies there. */
export function useOutsideSkills(): OutsideSkills | undefined {
  const files = useWorkspace((state) => state.files);
  const mounts = useWorkspace((state) => state.mounts);
  const discovery = useWorkspace((state) => state.view.discovery);
  return useMemo(() => mostOutside(discovery, files, mounts), [discovery, files, mounts]);
}

function mostOutside(
  { candidates }: Discovery,
  files: WorkspaceState["files"],
  mounts: WorkspaceState["mounts"],
): OutsideSkills | undefined {
  // Where a lesson's skills lie is part of the exercise.
  const each = mounts.filter(({ lesson }) => !lesson).map((mount) => ({ mount, paths: [] as string[], met: 0 }));
  const byMount = new Map(each.map((one) => [one.mount.id, one]));
  for (const { location, outcome } of candidates) {
    const place = files.locate(location);
    const one = place && byMount.get(place.mountId);
    if (one && outcome.kind === "outside") one.paths.push(place.path);
    else if (one) one.met++;
  }
  const [most] = each.sort((a, b) => b.paths.length - a.paths.length);
  return most && most.paths.length > 0 ? most : undefined;
}

/** Installs these skills for the harness; can be undone. */
export function InstallAll() {
  const outside = useOutsideSkills();
  const isReadOnly = useReadOnlyTab();
  const { installSkills } = useActions();
  if (!outside) return null;
  const { mount, paths } = outside;
  return (
    <Button size="small" disabled={isReadOnly} onClick={() => void installSkills(mount.id, paths)}>
      {paths.length === 1 ? "Install 1 more" : `Install all ${formatCount(paths.length)}`}
    </Button>
  );
}
