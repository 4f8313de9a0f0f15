import { useWorkspace, useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import type { HarnessView } from "#lib/stage/derive-view.ts";
import { type HarnessVerdict, verdictsIn } from "#lib/stage/verdicts.ts";
import { wayOf } from "#lib/stage/ways.ts";
import type { WorkspaceState } from "#lib/state/state.ts";

/** What the chosen harness makes of all skills of the workspace; the same object until the view changes. */
export function useVerdict(): HarnessVerdict {
  const view = useWorkspaceInSlices((state) => state.view);
  const files = useWorkspaceInSlices((state) => state.files);
  const mounts = useWorkspace((state) => state.mounts);
  const { label } = profileById(useWorkspace((state) => state.profileId));
  return verdictOf({ view, files, mounts }, label);
}

type Judged = Pick<WorkspaceState, "view" | "files" | "mounts">;

/** Cached, because many parts of the page ask for the same verdict. */
const known = new WeakMap<HarnessView, Judged & { readonly verdict: HarnessVerdict }>();

function verdictOf({ view, files, mounts }: Judged, label: string): HarnessVerdict {
  const last = known.get(view);
  if (last?.files === files && last.mounts === mounts) return last.verdict;
  const verdict = verdictsIn({ label, way: wayOf(mounts), view, locate: (path) => files.locate(path, "keep") });
  known.set(view, { view, files, mounts, verdict });
  return verdict;
}
