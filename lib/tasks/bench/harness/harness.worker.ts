import { parseAllDocuments } from "yaml";
import { renderCatalogInSteps } from "#lib/harness/catalog/catalog.ts";
import { discover } from "#lib/harness/discovery/discover.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { installRoot } from "#lib/harness/roots/roots.ts";
import { loadSessionInSteps } from "#lib/harness/session.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { createMountTable, type MountTable } from "#lib/vfs/mount-table.ts";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { createVolume, fillVolume, type Volume } from "#lib/vfs/volume.ts";
import { generateSkill } from "../generated-skills.ts";
import { malformedSkills } from "./malformed-skills.ts";

/** Times in milliseconds in a fresh worker, with nothing cached and nothing compiled. */
export interface HarnessTimes {
  /** The first discovery of 2,000 skills by one harness. */
  readonly first: number;
  /** Time for as many other new skills, once the code is warm. */
  readonly unknown: number;
  /** Time of the yaml package alone for the same frontmatter: no discovery of unknown files can be faster. */
  readonly yamlAlone: number;
  /** Time for the same skills under another harness, with their files already parsed. */
  readonly otherHarness: number;
  /** Time for the same files under the first harness after they were mounted again. */
  readonly mountedAnew: number;
  /** Time for a rescan after one SKILL.md changed. */
  readonly rescan: number;
  /** Time for 600 skills under every harness. */
  readonly matrix: number;
  /** The longest step of that, including the catalogs: the page can do something else after each step. */
  readonly longestStep: number;
  /** Number of harnesses. */
  readonly harnesses: number;
  /** The slowest malformed SKILL.md under any harness. */
  readonly worst: { readonly time: number; readonly name: string; readonly count: number };
}

const place = { cwd: "/workspace", home: "/home/user" };
const encoder = new TextEncoder();
const skillCount = 2_000;
const matrixSkills = 600;

addEventListener("message", async () => {
  postMessage(await measure());
});

async function measure(): Promise<HarnessTimes> {
  const [profile, other] = profiles;
  if (!profile || !other) throw new Error("No harness, no times.");
  const first = time(discovering(profile, await createRepository(skillCount, 1)));
  const repository = await createRepository(skillCount, 2);
  const unknown = time(discovering(profile, repository));
  const yamlAlone = time(parsing(Array.from({ length: skillCount }, (_, index) => frontmatterOf(index))));
  const otherHarness = time(discovering(other, repository));
  const mountedAnew = time(discovering(profile, await createRepository(skillCount, 2)));
  repository.write("/skills/skill-7/SKILL.md", encoder.encode(generateSkill("skill-7", 3)));
  const rescan = time(discovering(profile, repository));
  return {
    first,
    unknown,
    yamlAlone,
    otherHarness,
    mountedAnew,
    rescan,
    matrix: await timeMatrix(),
    longestStep: await timeSteps(),
    harnesses: profiles.length,
    worst: timeMalformed(),
  };
}

async function timeMatrix(): Promise<number> {
  const repository = await createRepository(matrixSkills, 4);
  const runs = profiles.map((profile) => discovering(profile, repository));
  return time(() => {
    for (const run of runs) run();
  });
}

async function timeSteps(): Promise<number> {
  const repository = await createRepository(matrixSkills, 6);
  let longest = 0;
  for (const profile of profiles) {
    const { files, skillFiles } = installed(profile, repository);
    const session = loadSessionInSteps(profile, files(), place, { skillFiles });
    const loaded = untilDone(session);
    const told = untilDone(renderCatalogInSteps(profile, loaded.result));
    longest = Math.max(longest, loaded.longest, told.longest);
  }
  return longest;
}

/** Runs a generator to its end; returns the milliseconds of its longest step. */
function untilDone<Result>(steps: Generator<unknown, Result, undefined>): { result: Result; longest: number } {
  let longest = 0;
  for (;;) {
    const start = performance.now();
    const step = steps.next();
    longest = Math.max(longest, performance.now() - start);
    if (step.done) return { result: step.value, longest };
  }
}

function timeMalformed(): HarnessTimes["worst"] {
  const cases = malformedSkills().flatMap((skill) => profiles.map((profile) => ({ ...skill, profile })));
  const timed = cases.map(({ name, bytes, profile }) => {
    const volume = createVolume();
    volume.write("/skills/malformed/SKILL.md", bytes);
    return { name: `${name}, ${profile.label}`, time: time(discovering(profile, volume)) };
  });
  const worst = timed.reduce((slowest, each) => (each.time > slowest.time ? each : slowest));
  return { ...worst, count: timed.length };
}

function frontmatterOf(index: number): string {
  return generateSkill(`skill-${index}`, 5 * skillCount + index).split(/^---$/m)[1] ?? "";
}

/** Parses the frontmatter with the options of discovery. */
function parsing(texts: readonly string[]): () => void {
  return () => {
    for (const text of texts) parseAllDocuments(text, { schema: "failsafe", uniqueKeys: false, prettyErrors: false });
  };
}

/** A repository of skills of three to seven kilobytes each. */
async function createRepository(count: number, seed: number): Promise<Volume> {
  const volume = createVolume();
  const entries = Array.from({ length: count }, (_, index) => ({
    path: `skills/skill-${index}/SKILL.md`,
    mode: snapshotMode.file,
    bytes: encoder.encode(generateSkill(`skill-${index}`, seed * skillCount + index)),
  }));
  await fillVolume(volume, createSnapshot(entries));
  return volume;
}

/** A discovery as in the lab: installs the skills into the harness's root, and builds the mount table again. */
function discovering(profile: Profile, volume: Volume): () => void {
  const { files, skillFiles } = installed(profile, volume);
  return () => {
    const { candidates } = discover(profile, files(), place, { skillFiles });
    if (candidates.length !== skillFiles.length) throw new Error(`${profile.label} lost a SKILL.md.`);
  };
}

function installed(profile: Profile, volume: Volume) {
  const own = createVolume();
  own.makeFolder(place.cwd);
  const root = installRoot(profile, place, "project");
  const skillFiles = (volume.list("/skills") ?? []).map(({ name }) => `${root}/${name}/SKILL.md`);
  return { files: () => mounted(own, volume, root), skillFiles };
}

function mounted(own: Volume, volume: Volume, at: string): MountTable {
  return createMountTable([
    { at: "/", volume: own, from: "/", mountId: "own" },
    { at, volume, from: "/skills", mountId: "repository" },
  ]);
}

function time(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
