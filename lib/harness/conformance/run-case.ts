import { profiles } from "#lib/harness/profiles.ts";
import { type ConformanceCase, readInput } from "./case.ts";
import { findMismatches, type Mismatch } from "./match.ts";
import { profileKinds } from "./profile-kinds.ts";
import { createDisk, type Kinds } from "./run.ts";
import { standardKinds } from "./standard-kinds.ts";

export interface CaseOutcome {
  readonly passed: boolean;
  readonly failures: readonly Mismatch[];
}

/** Each harness with the kinds that every profile has; one that validates as the open standard does, with the standard's too. */
const systems: ReadonlyMap<string, Kinds> = new Map(
  profiles.map((profile) => {
    const isStandard = profile.frontmatter.validator === "standard";
    return [profile.id, { ...profileKinds(profile), ...(isStandard && standardKinds(profile)) }];
  }),
);

/**
 * Runs one case. `fallbackSystem` is the system of a case whose id names none. A system or kind that nothing
 * runs, or a rule that throws, is a failure of the case.
 */
export function runCase(conformanceCase: ConformanceCase, fallbackSystem = ""): CaseOutcome {
  const { id, kind, expect } = conformanceCase;
  const system = id.includes("/") ? id.slice(0, id.indexOf("/")) : fallbackSystem;
  const kinds = systems.get(system);
  const run = kinds && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!run) return failed({ path: "", expected: `a harness ${system} that runs ${kind}`, actual: "none" });
  try {
    const result = run({ input: readInput(conformanceCase), disk: createDisk(conformanceCase) });
    const failures = findMismatches(result, expect);
    return { passed: failures.length === 0, failures };
  } catch (caught) {
    return failed({ path: "", expected: "a result", actual: String(caught) });
  }
}

function failed(mismatch: Mismatch): CaseOutcome {
  return { passed: false, failures: [mismatch] };
}
