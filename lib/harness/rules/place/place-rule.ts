import type { FoundRoot } from "#lib/harness/vocabulary/discovery.ts";
import type { RuleFinding } from "#lib/harness/vocabulary/finding.ts";
import type { NoticeCode, NoticeData, NoticeOf } from "#lib/harness/vocabulary/notice.ts";
import type { Place } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Files } from "#lib/vfs/files.ts";

/** A file, and everything that decides whether its place is searched. */
export interface Position {
  readonly profile: Profile;
  readonly files: Files;
  readonly place: Place;
  readonly location: string;
  /** Those that the harness searches, highest precedence first, and one below the working folder that it may come to. */
  readonly roots: readonly FoundRoot[];
}

/**
 * A rule on where a SKILL.md lies. Discovery asks it which files the harness comes across, and records which rule keeps it
 * from one; an explanation puts that record into words. `Broken` is what the record holds: values, from which all words are
 * made when they are asked for.
 */
export interface PlaceRule<Broken extends object = object> {
  readonly code: string;
  /** What it asks, as a statement that holds when it is kept. */
  readonly title: string;
  /** See `Rule.wrong`. */
  readonly wrong: string;
  /** What becomes of a file that breaks it. Absent: the harness never looks at it. */
  readonly verdict?: "waiting";
  /** What the person can do about it at once: move the skill into a root, or give the file another name. */
  readonly mendedBy?: "move" | "rename";
  /** Whether a file below `root` breaks it. Absent: none does. */
  breaks?(root: FoundRoot, position: Position): Broken | undefined;
  /** Whether a file below no root breaks it. Absent: it is not asked there. */
  breaksOutside?(position: Position): Broken | undefined;
  /** What is told of it where it is kept; `undefined` in a harness without it. */
  kept(root: FoundRoot, position: Position): RuleFinding | undefined;
  /** What is told of a file below no root that keeps the rule. Absent: nothing. */
  keptOutside?(position: Position): RuleFinding | undefined;
  /** The explanation where it is broken. */
  broken(values: Broken, root: FoundRoot | undefined, position: Position): RuleFinding;
  /** The finding in the list of skills. */
  notice(values: Broken, root: FoundRoot | undefined, position: Position): PlaceNotice;
  /** The words of that finding. */
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

/** A finding on a place, but for the file that it is about. */
export type PlaceNotice = {
  [Code in PlaceNoticeCode]: Pick<NoticeOf<Code>, "code" | "severity"> & { readonly data: NoticeData<Code> };
}[PlaceNoticeCode];

/** A rule with its own code and words as types. What it records is known to itself alone. */
export function placeRule<Broken extends object>() {
  return <const Own extends PlaceRule<Broken>>(rule: Own) =>
    rule as unknown as Omit<PlaceRule, "code" | "wordings"> & Pick<Own, "code" | "wordings">;
}
