import { Children, isValidElement, type ReactNode } from "react";
import { fetchedPart, standIn } from "#components/ui/fetched-part.tsx";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { isShort, PlainText } from "#components/ui/text/long-text.tsx";
import { useIsEmbedded } from "#components/workspace/workspace-context.tsx";
import styles from "./markdown.module.css";

/** The text as it is written, until its part is fetched, or if it cannot be. */
const asWritten = standIn(({ written }: { readonly written: ReactNode }) => written);

const Formula = fetchedPart(async () => (await import("./formula/formula.tsx")).Formula, asWritten);

const Diagram = fetchedPart(async () => (await import("./diagram/diagram.tsx")).Diagram, asWritten);

/** The highlighter is fetched with the first block that names its language. */
const HighlightedText = fetchedPart(
  async () => (await import("./highlighted-text.tsx")).HighlightedText,
  standIn(({ text }: { readonly text: string }) => <PlainText text={text} label="Code" />),
);

/** Inline code, or a formula where the text stands between dollars. */
export function InlineCode({ className, children }: { className?: string | undefined; children?: ReactNode }) {
  const written = <code className={className}>{children}</code>;
  if (!className?.includes("language-math")) return written;
  return <Formula tex={textOf(children)} isDisplay={false} written={written} />;
}

/** A fenced code block, verbatim and highlighted, with a copy button. */
export function CodeBlock({ children }: { children?: ReactNode }) {
  const text = textOf(children);
  const language = languageOf(children);
  return (
    <div
      className={styles.code}
      data-formula={language === "math" || undefined}
      data-diagram={language === "mermaid" || undefined}
    >
      <BlockText text={text} language={language} />
      <CopyButton className={styles.copy} text={text} />
    </div>
  );
}

/** A block's content: a diagram or formula in languages for those, otherwise highlighted code. */
function BlockText({ text, language }: { readonly text: string; readonly language: string | undefined }) {
  const isEmbedded = useIsEmbedded();
  const plain = <PlainText text={text} label="Code" />;
  if (language === "math") return <Formula tex={text} isDisplay written={plain} />;
  // An embed is a frame already, and may not contain another frame.
  const isDiagram = language === "mermaid" && !isEmbedded;
  if (!isDiagram && !(language && isShort(text))) return plain;
  return isDiagram ? (
    <Diagram key={text} text={text} written={plain} />
  ) : (
    <HighlightedText text={text} language={language ?? ""} />
  );
}

/** The language that a fence names; its `<code>` carries it as a class. */
function languageOf(children: ReactNode): string | undefined {
  const [code] = Children.toArray(children);
  const { className } = isValidElement<{ className?: unknown }>(code) ? code.props : {};
  return /(?:^|\s)language-([\w+#.-]{1,40})(?:\s|$)/.exec(String(className ?? ""))?.[1]?.toLowerCase();
}

/** The text of a fence, which holds a `<code>` with text and nothing else. */
function textOf(node: ReactNode): string {
  if (typeof node === "string") return node;
  if (isValidElement<{ children?: ReactNode }>(node)) return textOf(node.props.children);
  return Children.toArray(node).map(textOf).join("");
}
