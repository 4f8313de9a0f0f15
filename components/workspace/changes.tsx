import type { ReactNode } from "react";
import styles from "./changes.module.css";
import { useFollows } from "./use-follows.ts";

/** Controls that change the workspace: off as a whole while another tab saves it, and saying why. */
export function Changes({ children }: { children: ReactNode }) {
  const follows = useFollows();
  return (
    <>
      {follows && (
        <p className={styles.why}>
          This workspace is open in another tab, which saves it. Take over to change it here.
        </p>
      )}
      <fieldset className={styles.changes} disabled={follows}>
        {children}
      </fieldset>
    </>
  );
}
