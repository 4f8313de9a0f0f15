import { Children, isValidElement, type ReactNode, Suspense } from "react";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { isShort, PlainText } from "#components/ui/text/long-text.tsx";
import styles from "./markdown.module.css";

interface HighlightedTextProps {
  readonly text: string;
  readonly language: string;
}

/** Colours are fetched with the first block that names its language; where they cannot be, it stays plain. */
const HighlightedText = fetchedPart(
  async () => (await import("./highlighted-text.tsx")).HighlightedText,
  ({ text }: HighlightedTextProps) => <PlainText text={text} label="Code" />,
);

/** A fenced block, verbatim, in the colours of its language, with a button that copies it. */
export function CodeBlock({ children }: { children?: ReactNode }) {
  const text = textOf(children);
  const language = languageOf(children);
  const plain = <PlainText text={text} label="Code" />;
  return (
    <div className={styles.code}>
      {language && isShort(text) ? (
        <Suspense fallback={plain}>
          <HighlightedText text={text} language={language} />
        </Suspense>
      ) : (
        plain
      )}
      <CopyButton className={styles.copy} text={text} />
    </div>
  );
}

/** The language that a fence names: its `<code>` carries it as a class. */
function languageOf(children: ReactNode): string | undefined {
  const [code] = Children.toArray(children);
  const { className } = isValidElement<{ className?: unknown }>(code) ? code.props : {};
  return /(?:^|\s)language-([\w+#.-]{1,40})(?:\s|$)/.exec(String(className ?? ""))?.[1]?.toLowerCase();
}

/** A fence holds a `<code>` with text, and nothing else. */
function textOf(node: ReactNode): string {
  if (typeof node === "string") return node;
  if (isValidElement<{ children?: ReactNode }>(node)) return textOf(node.props.children);
  return Children.toArray(node).map(textOf).join("");
}
