import { inSlices } from "#lib/async/slices.ts";
import { defaultProfile } from "#lib/harness/profiles.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { createVolume } from "#lib/vfs/volume.ts";
import { deriveView } from "./derive-view.ts";
import { growTree } from "./grow-tree.ts";
import { indexTree } from "./mount-tree.ts";
import { place } from "./place.ts";
import type { PlacedMount } from "./placed-mount.ts";
import { placeMounts, placementAs } from "./placement.ts";

/** Enough calls for the browser to compile the code that runs for each skill and each file. */
const size = { skills: 200, filesPerSkill: 4 };

/**
 * Judges a small made-up repository, so that the browser compiles the code for it. On a page that has just fetched the lab all of its code
 * runs slowly: a rehearsal while a person still decides what to open saves a quarter of the time in which a large repository is judged.
 * Runs in slices; rejects with the failure `cancelled` once `signal` is aborted.
 * @returns how many skills were loaded
 */
export async function rehearseJudging(signal: AbortSignal): Promise<number> {
  const label = "rehearsal/skills";
  const tree = await growTree(createSnapshot(files()), { signal });
  const source = { kind: "git", url: "https://rehearsal.invalid/skills" } as const;
  const mount: PlacedMount = {
    id: "rehearsal",
    source,
    label,
    ...placementAs("install", "project", label, []),
  };
  const { points, skillFiles, notices } = await inSlices(
    placeMounts({
      profile: defaultProfile,
      own: indexTree(createVolume()),
      mounts: [mount],
      trees: new Map([[mount.id, tree]]),
    }),
    { signal },
  );
  const input = { profile: defaultProfile, files: createMountTable(points), place, skillFiles, mountNotices: notices };
  const { discovery } = await inSlices(deriveView(input), { signal });
  return discovery.skills.length;
}

function files() {
  return Array.from({ length: size.skills * size.filesPerSkill }, (_, index) => {
    const skill = Math.floor(index / size.filesPerSkill);
    const file = index % size.filesPerSkill;
    const text = `---\nname: skill-${skill}\ndescription: Does number ${skill}; use when ${skill} things are to be done.\n---\n\n# ${skill}\n`;
    return {
      path: `skills/skill-${skill}/${file === 0 ? "SKILL.md" : `references/${file}.md`}`,
      mode: snapshotMode.file,
      bytes: new TextEncoder().encode(text),
    };
  });
}
