import { Tier, tierLabel } from "#components/ui/tier.tsx";
import styles from "./tier-strip.module.css";

const tiers = [
  {
    tier: 1,
    text: "Name and description of every skill, always in sight.",
    when: "every message",
    example: "- pdf-forms: Fills and checks\n  PDF forms. Use when…",
  },
  {
    tier: 2,
    text: "The instructions, read when the skill is chosen.",
    when: "when chosen",
    example: "# PDF forms\n1. List the fields first…",
  },
  {
    tier: 3,
    text: "Scripts and references, read only if needed.",
    when: "if needed",
    example: "references/w9.md\nscripts/fill.py",
  },
] as const;

/** The three tiers of a skill, in the order in which a model sees them. */
export function TierStrip() {
  return (
    <section className={styles.strip} aria-label="How a skill is read">
      <ol>
        {tiers.map(({ tier, text, when, example }) => (
          <li key={tier}>
            <div className={styles.head}>
              <Tier tier={tier} size="large" label={`Tier ${tier}`} />
              <span className={styles.when}>{when}</span>
            </div>
            <h2>{tierLabel[tier]}</h2>
            <p>{text}</p>
            <pre>{example}</pre>
          </li>
        ))}
      </ol>
    </section>
  );
}
