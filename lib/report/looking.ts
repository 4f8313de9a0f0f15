import type { ScriptNeeds } from "#lib/skills/scripts/script-needs.ts";
import { dirname } from "#lib/vfs/paths.ts";
import { Findings } from "./findings.ts";
import { mostNeeds, needsOf, registeredName } from "./needs.ts";
import type { ReportedNeeds, ReportedSource, ReportedTrust } from "./shape.ts";
import { lookedSkill, type SkillFacts } from "./skill-facts.ts";
import { isTouchedBy, type LevelOf, type SourceInput, type Tree, type TreeFile } from "./source-tree.ts";
import type { LookedTree } from "./tree/rule.ts";
import { treeRules } from "./tree/rules.ts";
import { needsOfScript } from "./tree/script-needs.ts";
import { isPartlyRead, type TrustFile, trustFile } from "./trust/trust-file.ts";

/** The results of looking at every file. */
export interface Looked {
  readonly trust: ReportedTrust;
  readonly found: Findings;
  readonly needs: ReadonlyMap<string, ReportedNeeds>;
  readonly digests: ReadonlyMap<string, number>;
}

/** All of a report except what harnesses make of the source. */
export interface LookedSource {
  readonly source: ReportedSource;
  readonly facts: readonly SkillFacts[];
  readonly looked: Looked;
}

/** A text up to this many characters is checked by all rules without a yield: some 0.2 ms. */
const longText = 16_000;

/** Checks every file whose content is there with all rules. */
export function* lookAt(input: SourceInput, tree: Tree): Generator<undefined, Looked> {
  const { isWanted, levelOf } = lookedFor(input, tree);
  const found = new Findings(tree.skillOf, levelOf);
  const looked = lookedTree(input, tree);
  yield* findInTree(found, looked);
  const gathering = createGathering(tree);
  for (const { path, size } of tree.all.filter(isWanted)) {
    const bytes = size === undefined ? undefined : input.files.read(path);
    if (!bytes) continue;
    const file = trustFile(path, bytes);
    // For a short file a yield after each rule would take longer than the rules.
    const isLong = file.text.length > longText;
    for (const _ of found.scan(file)) if (isLong) yield;
    for (const rule of treeRules) found.addAll(rule, rule.inFile?.(file, bytes.length, looked));
    if (isLong) yield;
    gathering.add(file, bytes, needsOfScript(file, looked));
    yield;
  }
  const { counts, ...rest } = gathering.result();
  return { found, ...rest, trust: { ...found.result(), ...counts } };
}

/** Which files are looked at, and the levels of what is found in them: what lies elsewhere is not reported. */
function lookedFor({ only, levelOf = ({ level }) => level }: SourceInput, { skillOf }: Tree) {
  const isTouched = only ? isTouchedBy(only, skillOf) : () => true;
  return {
    isWanted: ({ path }: TreeFile) => isTouched(path),
    levelOf: (finding: Parameters<LevelOf>[0]) => (isTouched(finding.path) ? levelOf(finding) : undefined),
  };
}

/** Adds findings on the tree and on what skills declare. */
function* findInTree(found: Findings, looked: LookedTree): Generator<undefined, void> {
  for (const rule of treeRules) found.addAll(rule, rule.inTree?.(looked));
  for (const path of looked.reported ?? looked.skillFiles) {
    const skill = lookedSkill(looked.files, path, looked.tree.bySkill.get(path) ?? []);
    for (const rule of treeRules) found.addAll(rule, rule.inSkill?.(skill));
    yield;
  }
}

function lookedTree(input: SourceInput, tree: Tree): LookedTree {
  let lower: Map<string, string> | undefined;
  return {
    ...input,
    tree,
    folderOf: (path) => dirname(tree.skillOf(path) ?? path),
    twinOf(path) {
      lower ??= new Map(tree.all.map((file) => [file.path.toLowerCase(), file.path]));
      const twin = lower.get(path.toLowerCase());
      return twin === path ? undefined : twin;
    },
  };
}

/** Collects what files need and name, and a digest of their bytes. */
function createGathering({ skillOf }: Tree) {
  const needs = new Map<string, GatheredNeeds>();
  const digests = new Map<string, number>();
  const hosts = new Map<string, { files: number; scripts: number }>();
  const looked = { files: 0, bytes: 0, partly: 0, unread: 0 };
  let areHostsCut = false;

  function addHosts(file: TrustFile, names: readonly string[]): void {
    for (const name of new Set(names.map(registeredName))) {
      const count = hosts.get(name) ?? { files: 0, scripts: 0 };
      count.files++;
      if (file.kind === "script") count.scripts++;
      hosts.set(name, count);
    }
  }

  return {
    add(file: TrustFile, bytes: Uint8Array, scanned: ScriptNeeds | undefined): void {
      looked.files++;
      looked.bytes += bytes.length;
      if (!file.isText) looked.unread++;
      else if (isPartlyRead(file, bytes.length)) looked.partly++;
      const needed = needsOf(file, scanned);
      addHosts(file, needed.hosts);
      areHostsCut ||= needed.hosts.length > mostNeeds;
      const skill = skillOf(file.path);
      if (skill === undefined) return;
      // Files come in a fixed order, so that the same bytes give the same digest.
      digests.set(skill, digestOf(file.path, bytes, digests.get(skill) ?? 0));
      const all = needs.get(skill) ?? { packages: new Set(), programs: new Set(), hosts: new Set() };
      needs.set(skill, all);
      for (const kind of needKinds) for (const one of needed[kind]) all[kind].add(one);
    },
    result: () => ({
      digests,
      needs: new Map([...needs].map(([skill, all]) => [skill, listed(all)])),
      counts: {
        looked,
        hosts: [...hosts]
          .map(([name, counts]) => ({ name, ...counts }))
          .toSorted((a, b) => b.scripts - a.scripts || b.files - a.files || (a.name < b.name ? -1 : 1))
          .slice(0, mostHosts),
        ...((hosts.size > mostHosts || areHostsCut) && { areHostsCut: true }),
      },
    }),
  };
}

/** Most hosts of all files that are listed. */
const mostHosts = 500;

const needKinds = ["packages", "programs", "hosts"] as const;
type GatheredNeeds = Readonly<Record<(typeof needKinds)[number], Set<string>>>;

function listed(all: GatheredNeeds): ReportedNeeds {
  const sorted = (set: ReadonlySet<string>) => [...set].sort().slice(0, mostNeeds);
  const cut = needKinds.filter((kind) => all[kind].size > mostNeeds);
  return {
    packages: sorted(all.packages),
    programs: sorted(all.programs),
    hosts: sorted(all.hosts),
    ...(cut.length > 0 && { cut }),
  };
}

/**
 * A 32-bit number that changes with any byte (FNV-1a over four bytes at a time). It serves to notice a change, not to withstand somebody
 * who wants to hide one.
 */
function digestOf(path: string, bytes: Uint8Array, start: number): number {
  let hash = start ^ 0x811c9dc5 ^ bytes.length;
  for (let at = 0; at < path.length; at++) hash = Math.imul(hash ^ path.charCodeAt(at), 0x01000193);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const whole = bytes.length - (bytes.length % 4);
  for (let at = 0; at < whole; at += 4) hash = mixed(hash, view.getUint32(at, true));
  for (let at = whole; at < bytes.length; at++) hash = mixed(hash, view.getUint8(at));
  return hash >>> 0;
}

/** A multiplication carries bits only upwards, so the upper bits are mixed into the lower ones. */
function mixed(hash: number, next: number): number {
  const product = Math.imul(hash ^ next, 0x01000193);
  return product ^ (product >>> 15);
}
