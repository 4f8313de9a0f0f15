import { type ReactNode, useRef } from "react";
import { CopyButton } from "./copy-button.tsx";
import styles from "./markdown.module.css";

/** A fenced block, verbatim, with a button that copies it. */
export function CodeBlock({ children }: { children?: ReactNode }) {
  const pre = useRef<HTMLPreElement>(null);
  return (
    <div className={styles.code}>
      <pre ref={pre} tabIndex={0}>
        {children}
      </pre>
      <CopyButton className={styles.copy} text={() => pre.current?.textContent ?? ""} />
    </div>
  );
}
