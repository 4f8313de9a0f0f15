import type { Way } from "#lib/report/compare/headline.ts";
import type { PlacedMount } from "./placed-mount.ts";
import { placementAs } from "./placement.ts";

/** The way in which the skills of these mounts are counted. It follows from where the mounts stand, and is stored with them. */
export function wayOf(mounts: readonly Pick<PlacedMount, "as">[]): Way {
  return mounts.length === 0 || mounts.some(({ as }) => as === "project") ? "as-it-lies" : "as-installed";
}

/**
 * The mounts, placed for the other way of counting. `as-it-lies`: the first is the project, the others stay as they are. `as-installed`:
 * none is the project. A choice of skills holds for one way only, so a mount that is placed anew has all its skills.
 */
export function placedIn<Mount extends PlacedMount>(way: Way, mounts: readonly Mount[]): readonly Mount[] {
  if (wayOf(mounts) === way) return mounts;
  const placed: Mount[] = [];
  for (const [index, mount] of mounts.entries()) {
    const as = way === "as-it-lies" && index === 0 ? "project" : "install";
    placed.push(mount.as === as ? mount : replaced(mount, as, [...placed, ...mounts.slice(index + 1)]));
  }
  return placed;
}

function replaced<Mount extends PlacedMount>(mount: Mount, as: PlacedMount["as"], others: readonly Mount[]): Mount {
  const { chosen: _, ...all } = mount;
  return { ...(all as Mount), ...placementAs(as, mount.scope, mount.label, others) };
}
