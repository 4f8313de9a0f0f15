import { profiles } from "#lib/harness/profiles.ts";
import { proofs } from "#lib/harness/reference/proofs.ts";
import { referenceOf } from "#lib/harness/reference/reference.ts";

export const dynamic = "force-static";

/** The support table for other programs, which any page may ask for: see `Reference`; with the cases that its answers name as proof. */
export function GET(): Response {
  return Response.json(
    { ...referenceOf(profiles), cases: proofs.cases },
    { headers: { "access-control-allow-origin": "*" } },
  );
}
