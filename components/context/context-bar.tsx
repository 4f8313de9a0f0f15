import { Tier, type TierNumber } from "#components/ui/tier.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { formatCount } from "#lib/format-count.ts";
import { profileById } from "#lib/harness/profiles.ts";
import styles from "./context-bar.module.css";
import type { PartKind } from "./context-parts.ts";
import { partKinds, sumTotals, type TokenTotals } from "./token-totals.ts";
import { windowUse } from "./window-use.ts";

const legend: Record<PartKind, { label: string; tier?: TierNumber }> = {
  system: { label: "System prompt" },
  tools: { label: "Tools" },
  catalog: { label: "Catalog", tier: 1 },
  skills: { label: "SKILL.md read", tier: 2 },
  resources: { label: "Resources read", tier: 3 },
  rest: { label: "Messages" },
};

interface ContextBarProps {
  readonly totals: TokenTotals;
  readonly isExact: boolean;
  /** The model's context window in tokens: the full length of the bar. */
  readonly window: number;
}

/** A bar as long as the model's context window, divided into the parts of the context, with the numbers below. */
export function ContextBar({ totals, isExact, window }: ContextBarProps) {
  const profile = useWorkspace((state) => profileById(state.profileId));
  const use = windowUse(totals, window, profile);
  const free = Math.max(0, window - sumTotals(totals));
  const used = partKinds.filter((kind) => totals[kind] > 0);
  // The tiers are always listed, even at 0: what they could cost is the point.
  const told = partKinds.filter((kind) => totals[kind] > 0 || legend[kind].tier);
  return (
    <div className={styles.context}>
      <div className={`${styles.bar} ${use?.level === "over" ? styles.over : ""}`} aria-hidden="true">
        {used.map((kind) => (
          <span
            key={kind}
            className={styles[kind]}
            style={{ flexGrow: totals[kind] }}
            title={`${legend[kind].label}: ${formatCount(totals[kind])}`}
          />
        ))}
        {free > 0 && <span style={{ flexGrow: free }} title={`Free: ${formatCount(free)}`} />}
      </div>
      <p role="status" className={use?.level === "over" ? styles.error : styles.warning} hidden={!use}>
        {use && (
          <>
            <strong>{use.what}</strong> {use.advice}
          </>
        )}
      </p>
      <dl className={styles.legend}>
        {told.map((kind) => {
          const { label, tier } = legend[kind];
          return (
            <div key={kind} className={totals[kind] === 0 ? styles.zero : undefined}>
              <dt>
                {tier ? <Tier tier={tier} size="small" /> : <span className={`${styles.swatch} ${styles[kind]}`} />}
                {label}
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
