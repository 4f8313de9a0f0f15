import { useEffect, useState } from "react";
import { failureOf } from "#lib/failure.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

/** Where the rules of a harness are written down; fetched by the first that shows it, and empty until then. */
export function useEvidence(profileId: string): readonly Evidence[] {
  const [evidence, setEvidence] = useState<readonly Evidence[]>([]);
  useEffect(() => {
    let isShown = true;
    import("#lib/harness/evidence/evidence.ts").then(
      ({ evidenceOf }) => isShown && setEvidence(evidenceOf(profileById(profileId))),
      (caught: unknown) => {
        // The network cut it off: the rule stands without its source, which is fetched with the next one.
        if (!(caught instanceof Error) && !failureOf(caught)) throw caught;
      },
    );
    return () => {
      isShown = false;
    };
  }, [profileId]);
  return evidence;
}
