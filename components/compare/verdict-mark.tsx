import {
  CaseSensitive,
  Check,
  CircleQuestionMark,
  CircleSlash,
  CircleX,
  CornerRightDown,
  EyeOff,
  Hourglass,
  ListX,
  type LucideIcon,
  Minus,
  PenLine,
  Scissors,
  TriangleAlert,
  X,
} from "lucide-react";
import { marks, type VerdictKind } from "#lib/report/compare/marks.ts";
import type { ComparedVerdict } from "#lib/report/compare/verdict.ts";
import styles from "./verdict-mark.module.css";

const icons: Readonly<Record<VerdictKind, LucideIcon>> = {
  loaded: Check,
  renamed: PenLine,
  warned: TriangleAlert,
  cut: Scissors,
  named: CaseSensitive,
  "left-out": ListX,
  waiting: Hourglass,
  undocumented: CircleQuestionMark,
  off: CircleSlash,
  ended: CircleX,
  hidden: EyeOff,
  shadowed: CornerRightDown,
  rejected: X,
  outside: Minus,
};

interface VerdictMarkProps {
  readonly verdict: ComparedVerdict;
  /** Shows the icon alone, beside text that says the same. */
  readonly isBrief?: boolean;
}

/** A verdict as icon and words; the colour only repeats them. */
export function VerdictMark({ verdict, isBrief = false }: VerdictMarkProps) {
  return (
    <span className={`${styles.mark} ${styles[verdict.kind]}`}>
      <VerdictIcon kind={verdict.kind} />
      {!isBrief && <span className={styles.word}>{shortText(verdict)}</span>}
    </span>
  );
}

/** The icon alone, beside words that say the same. */
export function VerdictIcon({ kind }: { kind: VerdictKind }) {
  const Icon = icons[kind];
  return <Icon size={14} strokeWidth={2.4} aria-hidden className={`${styles.icon} ${styles[kind]}`} />;
}

/** The text of a verdict for screen readers: the words of its mark, then the reason. */
export function spokenText(verdict: ComparedVerdict): string {
  const { reason, by } = verdict;
  return `${shortText(verdict)}${reason ? `: ${reason}` : ""}${by ? `, by ${by}` : ""}`;
}

function shortText({ kind, name }: ComparedVerdict): string {
  return kind === "renamed" ? `as ${name}` : marks[kind].word;
}
