import type { FoundRoot } from "#lib/harness/discovery/roots.ts";
import type { Rule } from "#lib/harness/rules/types/rule.ts";
import type { RuleFinding } from "#lib/harness/vocabulary/finding.ts";
import type { Place } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Files } from "#lib/vfs/files.ts";

/** A file, and everything that decides whether its place is searched. */
export interface Position {
  readonly profile: Profile;
  readonly files: Files;
  readonly place: Place;
  readonly location: string;
  /** The harness's, highest precedence first. */
  readonly roots: readonly FoundRoot[];
}

/** A rule on where a SKILL.md lies. It is tested for every root above the file, and told for the nearest one. */
export interface PlaceRule extends Pick<Rule, "code" | "title" | "fixes" | "wordings"> {
  /** What becomes of a file that breaks it. Absent: the harness never looks at it. */
  readonly verdict?: "outside" | "waiting";
  /** What comes of it for a file below `root`; `undefined` in a harness without it. */
  test(root: FoundRoot, position: Position): RuleFinding | undefined;
  /** What comes of it for a file below no root. Absent: it is not told of one. */
  outside?(position: Position): RuleFinding | undefined;
}

export function placeRule<const Own extends PlaceRule>(rule: Own) {
  return {
    ...rule,
    verdict: rule.verdict ?? "outside",
    find: ({ placement }) => placement.findings.get(rule.code),
  } as const satisfies Rule;
}
