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

/** All questions about skills, in the order in which they are shown. */
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
 * The answers of each harness, as published in `/harness/data.json` for other programs. Within one version nothing is renamed or removed;
 * groups, features and harnesses may be added.
 */
export interface Reference {
  readonly version: 1;
  readonly harnesses: readonly ReferenceHarness[];
  readonly groups: readonly ReferenceGroup[];
}

export interface ReferenceHarness {
  readonly id: string;
  readonly label: string;
  /** The result of comparing the profile with the released program; absent if the program has not been asked. */
  readonly seen?: Omit<Seen, "program">;
  /** Where the harness's rules are written down. */
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
  /** 0-based indexes in the harness's `evidence` of those about this answer. */
  readonly evidence: readonly number[];
  /** The case that the released program could only answer in this way, and the address that shows it. */
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

/** The cases that prove answers of a harness, each once. */
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
