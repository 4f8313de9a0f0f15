import type { Finding, ReportedTrust } from "./shape.ts";
import type { LevelOf } from "./source-tree.ts";
import type { TreeHit, TreeRule } from "./tree/rule.ts";
import { treeRules } from "./tree/rules.ts";
import type { Level } from "./trust/rule.ts";
import { trustRules } from "./trust/rules.ts";
import type { TrustFile } from "./trust/trust-file.ts";

/** Most findings that are listed, by level, for each rule; further ones are only counted. */
const mostListed = { alarm: 200, look: 100, note: 60 } as const;

export type LevelCounts = Record<Level, number>;

export function noLevels(): LevelCounts {
  return { alarm: 0, look: 0, note: 0 };
}

/** Collects findings by rule, and their number for each skill. */
export class Findings {
  readonly #listed: Finding[] = [];
  readonly #counts = new Map<string, LevelCounts>();
  readonly #bySkill = new Map<string, LevelCounts>();
  /** The skill whose folder contains a path; `undefined` for none. */
  readonly #skillOf: (path: string) => string | undefined;

  readonly #levelOf: LevelOf;

  constructor(skillOf: (path: string) => string | undefined, levelOf: LevelOf) {
    this.#skillOf = skillOf;
    this.#levelOf = levelOf;
  }

  add(found: Omit<Finding, "skill">): void {
    const level = this.#levelOf(found);
    if (level === undefined) return;
    const finding = { ...found, level };
    const skill = this.#skillOf(finding.path);
    const counts = this.#counts.get(finding.rule) ?? noLevels();
    this.#counts.set(finding.rule, counts);
    if (skill !== undefined) this.ofSkill(skill)[finding.level]++;
    if (counts[finding.level]++ < mostListed[finding.level])
      this.#listed.push({ ...finding, ...(skill !== undefined && { skill }) });
  }

  ofSkill(path: string): LevelCounts {
    const counts = this.#bySkill.get(path) ?? noLevels();
    this.#bySkill.set(path, counts);
    return counts;
  }

  /** Adds the findings of all single-file rules in a file, with a yield after each rule. */
  *scan(file: TrustFile): Generator<void> {
    for (const rule of trustRules) {
      for (const { line, excerpt, says = rule.title, decoded, level = rule.level } of rule.find(file)) {
        this.add({
          rule: rule.code,
          level,
          path: file.path,
          line,
          says,
          excerpt,
          ...(decoded !== undefined && { decoded }),
        });
      }
      yield;
    }
  }

  /** Adds the findings of a rule on the tree. */
  addAll({ code }: TreeRule, hits: Iterable<TreeHit> = []): void {
    for (const hit of hits) this.add({ rule: code, ...hit });
  }

  /** All findings: the gravest first, then in the order of the rules and of the paths. */
  result(): Pick<ReportedTrust, "findings" | "rules"> {
    const order = [...trustRules, ...treeRules];
    const ranks = new Map<string, number>(order.map(({ code }, rank) => [code, rank]));
    const findings = this.#listed.toSorted(
      (a, b) =>
        gravity[b.level] - gravity[a.level] ||
        (ranks.get(a.rule) ?? 0) - (ranks.get(b.rule) ?? 0) ||
        (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line),
    );
    const rules = order.flatMap(({ code, title, why }) => {
      const counts = this.#counts.get(code);
      return counts ? [{ code, title, why, counts }] : [];
    });
    return { findings, rules };
  }
}

const gravity: Readonly<Record<Level, number>> = { alarm: 2, look: 1, note: 0 };
