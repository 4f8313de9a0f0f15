import type { ConformanceCase } from "#lib/harness/conformance/case.ts";
import { type Seen, seenOf } from "#lib/harness/describe/seen.ts";
import { evidenceOf } from "#lib/harness/evidence/evidence.ts";
import type { Evidence, Profile } from "#lib/harness/vocabulary/profile.ts";
import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";
import { faultFeatures } from "./fault-features.ts";
import { type Answer, type Feature, type FeatureGroup, undocumentedAnswer } from "./feature.ts";
import { fieldFeatures } from "./field-features.ts";
import { nameFeatures } from "./name-features.ts";
import { placeFeatures } from "./place-features.ts";
import { proofAddress, proofOf, proofs } from "./proofs.ts";
import { toldFeatures } from "./told-features.ts";
import { useFeatures } from "./use-features.ts";

/** Everything that harnesses are asked about skills, in the order in which it is told. */
const featureGroups: readonly FeatureGroup[] = [
  placeFeatures,
  nameFeatures,
  faultFeatures,
  toldFeatures,
  useFeatures,
  fieldFeatures,
];

export const features: readonly Feature[] = featureGroups.flatMap((group) => group.features);

/**
 * What each harness does about each feature, as `/harness/data.json` gives it to other programs. Within one version nothing is
 * renamed or taken away; groups, features and harnesses may be added.
 */
export interface Reference {
  readonly version: 1;
  readonly harnesses: readonly ReferenceHarness[];
  readonly groups: readonly ReferenceGroup[];
}

export interface ReferenceHarness {
  readonly id: string;
  readonly label: string;
  /** How the profile fared beside the released program; absent where the program has not been asked. */
  readonly seen?: Omit<Seen, "program">;
  /** Where its rules are written down. */
  readonly evidence: readonly Pick<Evidence, "claim" | "source" | "program">[];
}

export interface ReferenceGroup {
  readonly id: string;
  readonly title: string;
  readonly features: readonly ReferenceFeature[];
}

export interface ReferenceFeature {
  readonly id: string;
  readonly title: string;
  /** By a harness's id. */
  readonly answers: Readonly<Record<string, ReferenceAnswer>>;
}

export interface ReferenceAnswer extends Answer {
  /** Places in the harness's `evidence`, from 0: those that are about it. */
  readonly evidence: readonly number[];
  /** What the released program was given that it could only answer so, and where that is shown. */
  readonly proof?: { readonly case: string; readonly why: string; readonly address: string };
}

/** The answers of these harnesses to all features. */
export function referenceOf(profiles: readonly Profile[]): Reference {
  return {
    version: 1,
    harnesses: profiles.map(harnessOf),
    groups: featureGroups.map(({ id, title, features }) => ({
      id,
      title,
      features: features.map((feature) => ({
        id: feature.id,
        title: feature.title,
        answers: Object.fromEntries(profiles.map((profile) => [profile.id, answerOf(profile, feature)])),
      })),
    })),
  };
}

/** A case that a released program has answered, and the features whose answers it proves. */
export interface Proven {
  readonly shown: ConformanceCase;
  readonly features: readonly Feature[];
}

/** What proves answers of a harness, each case once. */
export function provenBy(harness: string): readonly Proven[] {
  const cells = proofs.cells.filter((cell) => cell.harness === harness);
  return [...new Set(cells.map((cell) => cell.case))].flatMap((id) => {
    const shown = proofs.cases[id];
    const proves = (feature: Feature) => cells.some((cell) => cell.case === id && cell.feature === feature.id);
    return shown ? [{ shown, features: features.filter(proves) }] : [];
  });
}

function harnessOf(profile: Profile): ReferenceHarness {
  const { id, label } = profile;
  const { program: _, ...seen } = seenOf(profile) ?? {};
  return {
    id,
    label,
    ...("version" in seen && { seen }),
    evidence: evidenceOf(profile).map(({ claim, source, program }) => ({ claim, source, ...(program && { program }) })),
  };
}

function answerOf(profile: Profile, { id, answer, rules = [], subject }: Feature): ReferenceAnswer {
  const proven = proofOf(profile.id, id)?.case;
  const about = ({ rules: proven = [] }: Evidence) => proven.some((code) => rules.some((rule) => rule === code));
  return {
    ...(subject && isUndocumented(profile, subject) ? undocumentedAnswer : answer(profile)),
    evidence: evidenceOf(profile).flatMap((each, index) => (about(each) ? [index] : [])),
    ...(proven !== undefined && {
      proof: { case: proven, why: proofs.cases[proven]?.why ?? "", address: proofAddress(proven) },
    }),
  };
}
