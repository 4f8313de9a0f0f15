import { useEffect, useState } from "react";
import { failureOf } from "#lib/failure.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

/** Where the rules of a harness are written down; fetched by the first that shows it, and empty until then. */
export function useEvidence(profileId: string): readonly Evidence[] {
  const [fetched, setFetched] = useState<typeof import("#lib/harness/evidence/evidence.ts")>();
  useEffect(() => {
    import("#lib/harness/evidence/evidence.ts").then(setFetched, (caught: unknown) => {
      // The network cut it off: the rule stands without its source, which is fetched with the next one.
      if (!failureOf(caught)) throw caught;
    });
  }, []);
  return fetched?.evidenceOf(profileById(profileId)) ?? [];
}
