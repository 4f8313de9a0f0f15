import { profiles } from "#lib/harness/profiles.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { type ConformanceCase, readInput } from "./case.ts";
import { findMismatches, type Mismatch } from "./match.ts";
import { profileKinds } from "./profile-kinds.ts";
import { createDisk, type Kinds } from "./run.ts";
import { standardKinds } from "./standard-kinds.ts";

export interface CaseOutcome {
  readonly passed: boolean;
  readonly failures: readonly Mismatch[];
}

/** The kinds of cases for a harness: those of every profile and, if it validates by the open standard, those of the standard. */
export function kindsOf(profile: Profile): Kinds {
  const isStandard = profile.frontmatter.validator === "standard";
  return { ...profileKinds(profile), ...(isStandard && standardKinds(profile)) };
}

const systems: ReadonlyMap<string, Kinds> = new Map(profiles.map((profile) => [profile.id, kindsOf(profile)]));

/**
 * Runs one case. `fallbackSystem` is the system of a case whose id names none. A system or kind that nothing runs, or a rule that throws,
 * is a failure of the case.
 */
export function runCase(conformanceCase: ConformanceCase, fallbackSystem = ""): CaseOutcome {
  const { id, kind } = conformanceCase;
  const system = id.includes("/") ? id.slice(0, id.indexOf("/")) : fallbackSystem;
  const kinds = systems.get(system);
  if (!kinds || !Object.hasOwn(kinds, kind))
    return failed({ path: "", expected: `a harness ${system} that runs ${kind}`, actual: "none" });
  try {
    return runUnder(kinds, conformanceCase);
  } catch (caught) {
    return failed({ path: "", expected: "a result", actual: String(caught) });
  }
}

/** Runs one case with these kinds. Throws what a rule throws. */
export function runUnder(kinds: Kinds, conformanceCase: ConformanceCase): CaseOutcome {
  const { kind, expect } = conformanceCase;
  const result = kinds[kind]?.({ input: readInput(conformanceCase), disk: createDisk(conformanceCase) });
  const failures = findMismatches(result, expect);
  return { passed: failures.length === 0, failures };
}

function failed(mismatch: Mismatch): CaseOutcome {
  return { passed: false, failures: [mismatch] };
}
