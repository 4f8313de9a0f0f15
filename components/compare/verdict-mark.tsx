import {
  CaseSensitive,
  Check,
  CircleSlash,
  CornerRightDown,
  EyeOff,
  ListX,
  type LucideIcon,
  Minus,
  PenLine,
  Scissors,
  TriangleAlert,
  X,
} from "lucide-react";
import type { Verdict, VerdictKind } from "#lib/workspace/compare/verdict.ts";
import styles from "./verdict-mark.module.css";

const marks: Record<VerdictKind, { readonly Icon: LucideIcon; readonly word: string }> = {
  loaded: { Icon: Check, word: "loaded" },
  renamed: { Icon: PenLine, word: "renamed" },
  warned: { Icon: TriangleAlert, word: "warned" },
  cut: { Icon: Scissors, word: "cut" },
  named: { Icon: CaseSensitive, word: "name only" },
  "left-out": { Icon: ListX, word: "no room" },
  off: { Icon: CircleSlash, word: "off" },
  hidden: { Icon: EyeOff, word: "hidden" },
  shadowed: { Icon: CornerRightDown, word: "shadowed" },
  rejected: { Icon: X, word: "rejected" },
  outside: { Icon: Minus, word: "never looked at" },
};

/** A verdict as icon and words; the colour only repeats them. */
export function VerdictMark({ verdict }: { verdict: Verdict }) {
  const { Icon } = marks[verdict.kind];
  return (
    <span className={`${styles.mark} ${styles[verdict.kind]}`}>
      <Icon size={14} strokeWidth={2.4} aria-hidden />
      <span className={styles.word}>{shortText(verdict)}</span>
    </span>
  );
}

/** What is read aloud of a verdict: the words of its mark, then the reason. */
export function spokenText(verdict: Verdict): string {
  const { reason, by } = verdict;
  return `${shortText(verdict)}${reason ? `: ${reason}` : ""}${by ? `, by ${by}` : ""}`;
}

function shortText({ kind, name }: Verdict): string {
  return kind === "renamed" ? `as ${name}` : marks[kind].word;
}
