import type { ReactNode } from "react";
import kbdStyles from "./kbd.module.css";
import styles from "./tag.module.css";
import tones from "./tones.module.css";

export type TagTone = "muted" | "tier1" | "tier2" | "tier3" | "bad";

/** A short word on a tinted background. The word carries the meaning; the tone only repeats it. */
export function Tag({ tone = "muted", title, children }: { tone?: TagTone; title?: string; children: ReactNode }) {
  return (
    <span className={`${styles.tag} ${tones[tone]}`} title={title}>
      {children}
    </span>
  );
}

/** A key on the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={kbdStyles.kbd}>{children}</kbd>;
}
