import { usePromised } from "#components/ui/use-promised.ts";
import { ignoreFailure } from "#lib/failure.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

/** The sources for a harness's rules; fetched when first used, and empty until then; without a network, fetched again at the next use. */
export function useEvidence(profileId: string): readonly Evidence[] {
  const fetched = usePromised(() => import("#lib/harness/evidence/evidence.ts").catch(ignoreFailure), []);
  return fetched?.evidenceOf(profileById(profileId)) ?? [];
}
