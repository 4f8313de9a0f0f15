import { Children, isValidElement, type ReactNode } from "react";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { PlainText } from "#components/ui/text/long-text.tsx";
import styles from "./markdown.module.css";

/** A fenced block, verbatim, with a button that copies it. */
export function CodeBlock({ children }: { children?: ReactNode }) {
  const text = textOf(children);
  return (
    <div className={styles.code}>
      <PlainText text={text} label="Code" />
      <CopyButton className={styles.copy} text={text} />
    </div>
  );
}

/** A fence holds a `<code>` with text, and nothing else. */
function textOf(node: ReactNode): string {
  if (typeof node === "string") return node;
  if (isValidElement<{ children?: ReactNode }>(node)) return textOf(node.props.children);
  return Children.toArray(node).map(textOf).join("");
}
