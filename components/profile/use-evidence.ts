import { useEffect, useState } from "react";
import { failureOf } from "#lib/failure.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

/** The sources for a harness's rules; fetched when first used, and empty until then. */
export function useEvidence(profileId: string): readonly Evidence[] {
  const [fetched, setFetched] = useState<typeof import("#lib/harness/evidence/evidence.ts")>();
  useEffect(() => {
    import("#lib/harness/evidence/evidence.ts").then(setFetched, (caught: unknown) => {
      // The network failed: the rules are shown without sources, which the next use fetches again.
      if (!failureOf(caught)) throw caught;
    });
  }, []);
  return fetched?.evidenceOf(profileById(profileId)) ?? [];
}
