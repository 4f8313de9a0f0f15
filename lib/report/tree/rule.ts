import type { SkillFacts } from "#lib/report/skill-facts.ts";
import type { SourceInput, Tree } from "#lib/report/source-tree.ts";
import type { Level } from "#lib/report/trust/rule.ts";
import type { TrustFile } from "#lib/report/trust/trust-file.ts";

/** One place in a source to which a rule on its tree has something to say. */
export interface TreeHit {
  readonly level: Level;
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** What it is, in a few words without a full stop. */
  readonly says: string;
  /** What stands there, on one line. */
  readonly excerpt: string;
}

/** A source as rules on its tree see it. */
export interface LookedTree extends SourceInput {
  readonly tree: Tree;
  readonly facts: readonly SkillFacts[];
  /** The folder of the skill that a path belongs to, or else its own. */
  folderOf(path: string): string;
  /** A path of these files that differs from it in case alone. */
  twinOf(path: string): string | undefined;
}

/**
 * Looks at what no single file tells: what lies where, what leads where, and what was left out. It has a function for each
 * view that it needs; each is asked once for every such thing.
 */
export interface TreeRule {
  /** Its only name: in reports, in SARIF, in `--fail-on`. */
  readonly code: string;
  /** What a finding is, without a full stop. */
  readonly title: string;
  /** Why a person should care, in a sentence or two. */
  readonly why: string;
  inTree?(looked: LookedTree): Iterable<TreeHit>;
  /** @param text of its SKILL.md */
  inSkill?(skill: SkillFacts, text: string): Iterable<TreeHit>;
  /** @param size of the whole file in bytes */
  inFile?(file: TrustFile, size: number, looked: LookedTree): Iterable<TreeHit>;
}
