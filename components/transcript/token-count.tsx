import { createContext, use, useMemo } from "react";
import { sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { formatCount } from "#lib/format-count.ts";
import styles from "./token-count.module.css";

/** Exact counts by text, if the person has asked for them; texts that are missing are estimated. */
export const ExactCounts = createContext<ReadonlyMap<string, number> | undefined>(undefined);

/** The token count of `text`; a sign marks an estimate. */
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
