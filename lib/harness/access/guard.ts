import type { GuardArea, GuardDecision } from "#lib/harness/vocabulary/access.ts";
import { placePath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { isInside, resolvePath } from "#lib/vfs/paths.ts";

type GuardContext = Pick<Session, "place" | "discovery">;

/**
 * Whether the harness lets a model do `operation` (`read`, `write`, or another that it may know) on `path`, which is relative to the
 * working folder unless absolute. Links are not followed.
 */
export function guard(profile: Profile, context: GuardContext, path: string, operation: string): GuardDecision {
  const absolute = resolvePath(context.place.cwd, path);
  for (const { area, permissions, reason } of profile.guard) {
    const permission = Object.hasOwn(permissions, operation) ? permissions[operation] : undefined;
    if (permission && isInArea(area, absolute, context)) return { permission, reason };
  }
  return { permission: "denied", reason: `${profile.label} knows no operation called ${operation} there` };
}

function isInArea(area: GuardArea, path: string, { place, discovery }: GuardContext): boolean {
  switch (area.kind) {
    case "folders":
      return area.folders.some((folder) => isInside(placePath(place, folder), path));
    case "found-skills":
      return discovery.skills.some(({ directory }) => isInside(directory, path));
    case "prefixes":
      return area.prefixes.some((prefix) => path.startsWith(fillTemplate(prefix, { home: place.home })));
    case "working-folder":
      return [place.cwd, ...(place.added ?? [])].some((folder) => isInside(folder, path));
    case "anywhere":
      return true;
  }
}
