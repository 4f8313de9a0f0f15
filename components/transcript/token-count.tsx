import { createContext, use, useMemo } from "react";
import { sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { formatCount } from "#lib/format-count.ts";
import styles from "./token-count.module.css";

/** Exact counts by text, where the person has asked for them; what is not in it is estimated. */
export const ExactCounts = createContext<ReadonlyMap<string, number> | undefined>(undefined);

/** How many tokens `text` is; the sign says where that is an estimate. */
export function TokenCount({ text }: { text: string }) {
  const exact = use(ExactCounts)?.get(text);
  const tokens = useMemo(() => exact ?? sampleTokens(text), [exact, text]);
  return (
    <span className={styles.tokens} title={exact === undefined ? "Estimated from its words" : "Counted with o200k"}>
      {exact === undefined && "≈"}
      {formatCount(tokens)} tok
    </span>
  );
}
