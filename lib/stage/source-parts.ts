import type { LookedSource } from "#lib/report/looking.ts";
import { lookedInSteps, trustInSteps } from "#lib/report/report-parts.ts";
import type { ReportedTrust } from "#lib/report/shape.ts";
import { type SourceFiles, sourceInput } from "./source-report.ts";

/** The part of the report that does not depend on harnesses, for a caller that runs `sourceJudged` elsewhere: `reportOf` joins the two. */
export function sourceLooked(input: SourceFiles): Generator<undefined, LookedSource> {
  return lookedInSteps(sourceInput(input));
}

/** The trust findings in the source. */
export function sourceTrust(input: SourceFiles): Generator<undefined, ReportedTrust> {
  return trustInSteps(sourceInput(input));
}
