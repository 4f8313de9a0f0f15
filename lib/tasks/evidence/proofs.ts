import { readdirSync, readFileSync } from "node:fs";
import { type ConformanceCase, readCases } from "#lib/harness/conformance/case.ts";
import type { Kinds } from "#lib/harness/conformance/run.ts";
import { kindsOf, runUnder } from "#lib/harness/conformance/run-case.ts";
import { profiles } from "#lib/harness/profiles.ts";
import type { Answer, Feature } from "#lib/harness/reference/feature.ts";
import type { Proof, Proofs } from "#lib/harness/reference/proofs.ts";
import { features } from "#lib/harness/reference/reference.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";

const casesFolder = new URL("../../harness/conformance/cases/", import.meta.url);

/** The cases that a released program has answered, by harness. */
export function programCases(): ReadonlyMap<string, readonly ConformanceCase[]> {
  const byHarness = new Map<string, ConformanceCase[]>();
  for (const file of readdirSync(casesFolder)) {
    const json = readFileSync(new URL(file, casesFolder), "utf8");
    const sources = (JSON.parse(json) as readonly { readonly source?: string }[]).map(({ source }) => source);
    for (const [at, read] of readCases(json).entries()) {
      if (read.kind !== "case" || sources[at] !== "program") continue;
      const [harness = ""] = read.conformanceCase.id.split("/", 1);
      byHarness.set(harness, [...(byHarness.get(harness) ?? []), read.conformanceCase]);
    }
  }
  return byHarness;
}

/**
 * Finds for each answer of the support table a case that a program has answered, and whose result would differ if the harness treated this
 * feature, and only this one, differently. So that case proves the answer. Of several cases it takes the shortest.
 */
export function findProofs(): Proofs {
  const cases: Record<string, ConformanceCase> = {};
  const cells: Proof[] = [];
  for (const [harness, asked] of programCases()) {
    const profile = profiles.find(({ id }) => id === harness);
    if (!profile) continue;
    const byLength = asked.toSorted((a, b) => JSON.stringify(a.files).length - JSON.stringify(b.files).length);
    for (const feature of features) {
      const proof = provingCase(profile, feature, byLength);
      if (!proof) continue;
      cells.push({ harness, feature: feature.id, case: proof.id });
      cases[proof.id] = proof;
    }
  }
  return { cases, cells };
}

/** The first of these cases that proves what a harness does about a feature; `undefined` if none does. */
export function provingCase(
  profile: Profile,
  feature: Feature,
  cases: readonly ConformanceCase[],
): ConformanceCase | undefined {
  for (const changed of changesOf(profile, feature)) {
    const kinds = kindsOf(changed);
    const proof = cases.find((each) => !passes(kinds, each));
    if (proof) return proof;
  }
  return undefined;
}

function passes(kinds: Kinds, shown: ConformanceCase): boolean {
  return orNothing(() => runUnder(kinds, shown))?.passed ?? true;
}

/** A mixture of two profiles may be invalid: a rule that throws on it proves nothing. */
function orNothing<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/**
 * Variants of the profile, with parts from other profiles, in which the answer to this feature differs and the answers to all others stay.
 */
function* changesOf(profile: Profile, feature: Feature): Generator<Profile> {
  const before = answersOf(profile);
  const tried = new Set([before.get(feature.id)]);
  for (const other of profiles) {
    for (const changed of mixes(profile, feature, other)) {
      const after = orNothing(() => answersOf(changed));
      const answer = after?.get(feature.id);
      if (!after || tried.has(answer) || [...after].some(([id, text]) => id !== feature.id && before.get(id) !== text))
        continue;
      tried.add(answer);
      yield changed;
    }
  }
}

function answersOf(profile: Profile): ReadonlyMap<string, string> {
  return new Map(features.map(({ id, answer }) => [id, textOf(answer(profile))]));
}

function textOf({ text, is }: Answer): string {
  return `${is} ${text}`;
}

type Path = readonly string[];

/** Variants of the profile in which the data behind the feature's answer comes from another profile: all of it, or one entry of a list. */
function* mixes(profile: Profile, { answer }: Feature, other: Profile): Generator<Profile> {
  const paths = [...pathsRead(profile, answer), ...pathsRead(other, answer)];
  yield paths.reduce<Profile>((changed, path) => put(changed, path, valueAt(other, path)) as Profile, profile);
  for (const path of paths) {
    const [own, others] = [valueAt(profile, path), valueAt(other, path)];
    if (!Array.isArray(own)) continue;
    for (const index of own.keys()) yield put(profile, path, own.toSpliced(index, 1)) as Profile;
    for (const entry of Array.isArray(others) ? others : []) yield put(profile, path, [...own, entry]) as Profile;
  }
}

/** The parts of a profile that a function reads: plain values, and whole lists. */
function pathsRead(profile: Profile, read: (profile: Profile) => unknown): readonly Path[] {
  const paths: Path[] = [];
  const watch = (value: object, path: Path): object =>
    new Proxy(value, {
      get(target, key) {
        const inner: unknown = Reflect.get(target, key);
        if (typeof key === "symbol") return inner;
        if (isFolder(inner)) return watch(inner, [...path, key]);
        paths.push([...path, key]);
        return inner;
      },
      ownKeys(target) {
        paths.push(path);
        return Reflect.ownKeys(target);
      },
    });
  read(watch(profile, []) as Profile);
  return paths.filter((path) => path.length > 0);
}

function isFolder(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (isFolder(inner) ? Reflect.get(inner, key) : undefined), value);
}

function put(value: unknown, [key, ...rest]: Path, inner: unknown): unknown {
  if (key === undefined) return inner;
  const { [key]: before, ...others } = (isFolder(value) ? value : {}) as Record<string, unknown>;
  const after = put(before, rest, inner);
  return after === undefined ? others : { ...others, [key]: after };
}
