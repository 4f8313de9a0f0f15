import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { guard } from "#lib/harness/access/guard.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Operation } from "#lib/harness/vocabulary/access.ts";
import { resolvePath } from "#lib/vfs/paths.ts";
import { place } from "#lib/workspace/tree/place.ts";

/** Why the chosen harness asks before `operation` on `path`, in its guard's own clause; `undefined` without a path. */
export function useGuardReason(path: string | undefined, operation: Operation): string | undefined {
  return useWorkspace(({ profileId, view }) => {
    if (path === undefined) return undefined;
    const absolute = path.startsWith("~/") ? `${place.home}/${path.slice(2)}` : resolvePath(place.cwd, path);
    return guard(profileById(profileId), { place, discovery: view.discovery }, absolute, operation).reason;
  });
}
