import type { SourceInput, Tree } from "#lib/report/source-tree.ts";
import type { Level } from "#lib/report/trust/rule.ts";
import type { TrustFile } from "#lib/report/trust/trust-file.ts";

/** A place in a source where a rule on the tree found something. */
export interface TreeHit {
  readonly level: Level;
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** What was found, in a few words without a full stop. */
  readonly says: string;
  /** The text at this place, on one line. */
  readonly excerpt: string;
}

/** A source as the rules on the tree see it. */
export interface LookedTree extends SourceInput {
  readonly tree: Tree;
  /** The folder of the skill that a path belongs to, else the path's own folder. */
  folderOf(path: string): string;
  /** The path of a file that differs from this path only in case. */
  twinOf(path: string): string | undefined;
}

/** A SKILL.md as the rules on the tree see it. What takes time is computed when it is asked for: most skills interest no rule. */
export interface LookedSkill {
  readonly path: string;
  readonly text: string;
  /** The tools that its frontmatter declares. */
  tools(): string | undefined;
  hasScripts(): boolean;
  /** Estimated tokens of the whole file. */
  tokens(): number;
}

/**
 * Looks at what no single file shows: what lies where, where links lead, and what was left out. A rule has a function for each view that it
 * needs; each is called once for every item of that view.
 */
export interface TreeRule {
  /** Unique name: in reports, in SARIF, in `--fail-on`. */
  readonly code: string;
  /** What a finding is, without a full stop. */
  readonly title: string;
  /** Why a person should care, in a sentence or two. */
  readonly why: string;
  inTree?(looked: LookedTree): Iterable<TreeHit>;
  inSkill?(skill: LookedSkill): Iterable<TreeHit>;
  /** @param size bytes of the whole file */
  inFile?(file: TrustFile, size: number, looked: LookedTree): Iterable<TreeHit>;
}
