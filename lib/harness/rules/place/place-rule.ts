import type { FoundPlugin } from "#lib/harness/roots/plugins.ts";
import type { FoundRoot, Root } from "#lib/harness/vocabulary/discovery.ts";
import type { RuleFinding } from "#lib/harness/vocabulary/finding.ts";
import type { NoticeCode, NoticeData, NoticeOf } from "#lib/harness/vocabulary/notice.ts";
import type { Place } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Files } from "#lib/vfs/files.ts";

/** What decides which places a harness searches. */
export interface Search {
  readonly profile: Profile;
  readonly files: Files;
  readonly place: Place;
  /** The roots that the harness searches, highest precedence first. */
  readonly roots: readonly FoundRoot[];
  /** The plugins in the folder of a root with `*` in its path. */
  readonly pluginsOf: (root: Root) => readonly FoundPlugin[];
}

/** A file, and everything that decides whether its place is searched: one of the roots, at the end, may be searched later only. */
export interface Position extends Search {
  readonly location: string;
}

/**
 * A rule on where a SKILL.md lies. Discovery asks it which files the harness finds, and records which rule excludes a file; an explanation
 * puts that record into words. `Broken` is the content of the record: values, from which all texts are made on demand.
 */
export interface PlaceRule<Broken extends object = object> {
  readonly code: string;
  /** The requirement, as a statement that is true if the file keeps the rule. */
  readonly title: string;
  /** See `Rule.wrong`. */
  readonly wrong: string;
  /** What happens to a file that breaks the rule. Absent: the harness never looks at it. */
  readonly verdict?: "waiting";
  /** What fixes it at once: moving the skill into a root, or renaming the file. */
  readonly mendedBy?: "move" | "rename";
  /** Tests a file below `root`; `undefined` if it keeps the rule. Absent: every such file keeps it. */
  breaks?(root: FoundRoot, position: Position): Broken | undefined;
  /** Tests a file below no root. Absent: the rule does not apply there. */
  breaksOutside?(position: Position): Broken | undefined;
  /** The finding on a file that keeps the rule; `undefined` in a harness without the rule. Absent: none. */
  kept?(root: FoundRoot, position: Position): RuleFinding | undefined;
  /** The finding on a file below no root that keeps the rule. Absent: none. */
  keptOutside?(position: Position): RuleFinding | undefined;
  /** The explanation of a broken rule. */
  broken(values: Broken, root: FoundRoot | undefined, position: Position): RuleFinding;
  /** The finding in the list of skills. */
  notice(values: Broken, root: FoundRoot | undefined, position: Position): PlaceNotice;
  /** The wording of that finding. */
  readonly wordings?: { readonly [Code in PlaceNoticeCode]?: (data: NoticeData<Code>) => PlaceNoticeText };
}

interface PlaceNoticeText {
  readonly title: string;
  readonly fix: string;
}

type PlaceNoticeCode = Extract<
  NoticeCode,
  "outside-roots" | "passed-over" | "too-deep" | "beside-root" | "wrong-file-name" | "awaits-folder"
>;

/** A finding on a place, without the file that it is about. */
export type PlaceNotice = {
  [Code in PlaceNoticeCode]: Pick<NoticeOf<Code>, "code" | "severity"> & { readonly data: NoticeData<Code> };
}[PlaceNoticeCode];

/** Gives a rule's own code and wording to its type. The type of its record stays private. */
export function placeRule<Broken extends object>() {
  return <const Own extends PlaceRule<Broken>>(rule: Own) =>
    rule as unknown as Omit<PlaceRule, "code" | "wordings"> & Pick<Own, "code" | "wordings">;
}
