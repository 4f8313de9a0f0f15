import type { CheckedText } from "#lib/harness/discovery/check-text.ts";
import type { ReadSkill } from "#lib/harness/discovery/read-skill.ts";
import type { Position } from "#lib/harness/rules/place/place-rule.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { LineResult } from "#lib/harness/vocabulary/commands.ts";
import type { Placement } from "#lib/harness/vocabulary/discovery.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Candidate } from "#lib/harness/vocabulary/skill.ts";

/** Everything that the rules ask about one SKILL.md. */
export interface Inquiry {
  readonly profile: Profile;
  /** The harness as just loaded from its files. */
  readonly session: Session;
  readonly location: string;
  readonly folder: string;
  /** What the harness made of the file; absent if it does not know the file. */
  readonly candidate: Candidate | undefined;
  readonly placement: Placement;
  /** What discovery used to decide whether the file is found. */
  readonly position: Position;
  readonly checked: CheckedText;
  readonly read: ReadSkill;
  /** What the model is told, rendered on first use. */
  readonly catalog: Catalog;
}

/** What a rule is tested with. Its wording and its fixes, which a page needs sooner, do without the reading of lines. */
export interface RuleInput extends Inquiry {
  /** What the harness makes of a line that a person types. */
  interpret(line: string): LineResult;
}
