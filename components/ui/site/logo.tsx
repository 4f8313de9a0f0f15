/** The logo: a stack of three tiers. Decorative, because the name stands beside it. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <rect x="2" y="12.5" width="16" height="5" rx="1.6" fill="var(--t1)" />
      <rect x="4.5" y="7" width="11" height="4.4" rx="1.5" fill="var(--t2)" />
      <rect x="7" y="2" width="6" height="4" rx="1.4" fill="var(--t3)" />
    </svg>
  );
}
