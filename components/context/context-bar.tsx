import { formatCount } from "#components/ui/format.ts";
import { Tier, type TierNumber } from "#components/ui/tier.tsx";
import styles from "./context-bar.module.css";
import type { PartKind } from "./context-parts.ts";
import { partKinds, type TokenTotals } from "./token-totals.ts";

const legend: Record<PartKind, { label: string; note?: string; tier?: TierNumber }> = {
  system: { label: "System prompt", note: "the lab's own lines" },
  catalog: { label: "Catalog", note: "every turn", tier: 1 },
  skills: { label: "SKILL.md read", tier: 2 },
  resources: { label: "Resources read", tier: 3 },
  rest: { label: "Rest of the conversation" },
};

/** The context as a bar of its parts, with the numbers below it. */
export function ContextBar({ totals, isExact }: { totals: TokenTotals; isExact: boolean }) {
  const used = partKinds.filter((kind) => totals[kind] > 0);
  return (
    <div className={styles.context}>
      <div className={styles.bar} aria-hidden="true">
        {used.map((kind) => (
          <span
            key={kind}
            className={styles[kind]}
            style={{ flexGrow: totals[kind] }}
            title={`${legend[kind].label}: ${formatCount(totals[kind])}`}
          />
        ))}
      </div>
      <dl className={styles.legend}>
        {partKinds.map((kind) => {
          const { label, note, tier } = legend[kind];
          return (
            <div key={kind} className={totals[kind] === 0 ? styles.zero : undefined}>
              <dt>
                {tier ? <Tier tier={tier} size="small" /> : <span className={`${styles.swatch} ${styles[kind]}`} />}
                {label} {note && <span className={styles.note}>{note}</span>}
              </dt>
              <dd>
                {!isExact && totals[kind] > 0 && "≈"}
                {formatCount(totals[kind])}
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
