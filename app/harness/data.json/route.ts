import { profiles } from "#lib/harness/profiles.ts";
import { proofs } from "#lib/harness/reference/proofs.ts";
import { referenceOf } from "#lib/harness/reference/reference.ts";

export const dynamic = "force-static";

/**
 * The support table for other programs, with the cases that its answers cite as proof; any origin may fetch it. See `Reference` for the
 * shape.
 */
export function GET(): Response {
  return Response.json(
    { ...referenceOf(profiles), cases: proofs.cases },
    { headers: { "access-control-allow-origin": "*" } },
  );
}
