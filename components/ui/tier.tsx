import styles from "./tier.module.css";
import tones from "./tones.module.css";

export type TierNumber = 1 | 2 | 3;

/** What each tier of progressive disclosure contains, in the words used everywhere. */
export const tierLabel = { 1: "Catalog", 2: "SKILL.md", 3: "Resources" } as const;

/** A tier's number on its colour: never the colour alone. `label` overrides what is read aloud. */
export function Tier({
  tier,
  size = "medium",
  label,
}: {
  tier: TierNumber;
  size?: "small" | "medium" | "large";
  label?: string;
}) {
  const text = label ?? `Tier ${tier}: ${tierLabel[tier]}`;
  return (
    <span
      className={`${styles.tier} ${tones[`tier${tier}`]} ${styles[size]}`}
      role="img"
      aria-label={text}
      title={text}
    >
      {tier}
    </span>
  );
}
