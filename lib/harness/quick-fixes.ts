import type { Advice } from "./rules/content/content-rule.ts";
import { allAdvice } from "./rules/content/content-rules.ts";
import { inquire } from "./rules/inquire.ts";
import { stateFile } from "./rules/offer/state-file.ts";
import { ruleOf, rules } from "./rules/rules.ts";
import { type QuickFix, writing } from "./rules/types/quick-fix.ts";
import type { Notice } from "./vocabulary/notice.ts";
import type { Profile } from "./vocabulary/profile.ts";
import type { Session } from "./vocabulary/session.ts";

/** A finding, or the broken rule of an explanation with its SKILL.md. */
export type Trouble = Notice | { readonly rule: string; readonly location: string };

/**
 * Fixes under this harness, the gentlest first; none where only a person can fix it. `session`: the harness as just loaded from its files.
 * After a fix the rule passes; another one may still be broken.
 */
export function quickFixes(profile: Profile, session: Session, trouble: Trouble): readonly QuickFix[] {
  if ("rule" in trouble) {
    const rule = rules.find(({ code }) => code === trouble.rule);
    return rule?.fixes?.(inquire(profile, session, trouble.location)) ?? [];
  }
  if (trouble.code === stateFile.code) return stateFile.fixes(profile, session, trouble.path);
  const advice: Advice | undefined = allAdvice.find(({ code }) => code === trouble.code);
  if (advice?.draft) return drafted(profile, session, trouble.path, advice.draft);
  return ruleOf(trouble)?.fixes?.(inquire(profile, session, trouble.path)) ?? [];
}

interface FixChoice {
  /** The label of a change that makes this many fixes. */
  readonly label: (count: number) => string;
  /** Whether a fix may be made; absent: every one may. */
  readonly isMeant?: (fix: QuickFix) => boolean;
}

/**
 * The gentlest fix of each finding, as one change. Of two fixes that touch the same file only the first is made: what is still broken can
 * be fixed in a further change. Yields after each.
 */
export function* fixOfAll(
  profile: Profile,
  session: Session,
  troubles: readonly Trouble[],
  { label, isMeant = () => true }: FixChoice,
): Generator<undefined, QuickFix | undefined, unknown> {
  const taken = new Set<string>();
  const made: QuickFix[] = [];
  for (const trouble of troubles) {
    const fix = quickFixes(profile, session, trouble).find(isMeant);
    const touched = fix
      ? [...fix.writes.map(({ path }) => path), ...fix.moves.flatMap(({ from, to }) => [from, to])]
      : [];
    if (fix && !touched.some((path) => taken.has(path))) {
      made.push(fix);
      for (const path of touched) taken.add(path);
    }
    yield;
  }
  if (made.length === 0) return undefined;
  return {
    label: label(made.length),
    writes: made.flatMap(({ writes }) => writes),
    moves: made.flatMap(({ moves }) => moves),
  };
}

function drafted(
  profile: Profile,
  session: Session,
  path: string,
  draft: NonNullable<Advice["draft"]>,
): readonly QuickFix[] {
  const [label, text] = draft(inquire(profile, session, path).checked.text);
  return text === undefined ? [] : [writing(label, path, text)];
}
