import { createMountTable } from "#lib/vfs/mount-table.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { createVolume, fillVolume } from "#lib/vfs/volume.ts";

/** Text in the other mount, which the hostile one tries to read. */
const secret = "what another mount keeps";

/** Most paths listed, as links may form endless circles. */
const enough = 3000;

export interface Reach {
  /** Every path below the mount that can be listed, with links followed. */
  readonly paths: readonly string[];
  /** The file at a path of the mount, with links followed. */
  read(path: string): string | undefined;
  /** Whether anything of the other mount can be read through this one. */
  readonly isOutside: boolean;
}

/** Mounts `snapshot` beside another mount, as the workspace does, and tries to read everything reachable from it. */
export async function reachOf(snapshot: Snapshot): Promise<Reach> {
  const [volume, other] = [createVolume(), createVolume()];
  await fillVolume(volume, snapshot);
  other.write("/SKILL.md", new TextEncoder().encode(secret));
  const files = createMountTable([
    { at: "/workspace", volume, from: "/", mountId: "hostile" },
    { at: "/home/user/.agents/skills/other", volume: other, from: "/", mountId: "other" },
  ]);
  const paths: string[] = [];
  const ahead = ["/workspace"];
  let isOutside = false;
  for (let path = ahead.pop(); path !== undefined && paths.length < enough; path = ahead.pop()) {
    paths.push(path);
    for (const { name } of files.list(path) ?? []) ahead.push(`${path}/${name}`);
    const place = files.locate(path);
    isOutside ||= place !== undefined && place.mountId !== "hostile";
    const text = files.read(path);
    // The other mount has no large files.
    isOutside ||= text !== undefined && text.length < 1000 && new TextDecoder().decode(text).includes(secret);
  }
  return {
    paths,
    isOutside,
    read: (path) => {
      const bytes = files.read(`/workspace/${path}`);
      return bytes && new TextDecoder().decode(bytes);
    },
  };
}
