import { useMemo } from "react";
import { sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { formatCount } from "#lib/format-count.ts";
import styles from "./token-estimate.module.css";

/** About how many tokens `text` is; the sign says that it is an estimate. */
export function TokenEstimate({ text }: { text: string }) {
  const tokens = useMemo(() => sampleTokens(text), [text]);
  return (
    <span className={styles.tokens} title="Estimated from its words">
      ≈{formatCount(tokens)} tok
    </span>
  );
}
