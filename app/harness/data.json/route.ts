import { profiles } from "#lib/harness/profiles.ts";
import { referenceOf } from "#lib/harness/reference/reference.ts";

export const dynamic = "force-static";

/** The support table for other programs, which any page may ask for: see `Reference`. */
export function GET(): Response {
  return Response.json(referenceOf(profiles), { headers: { "access-control-allow-origin": "*" } });
}
