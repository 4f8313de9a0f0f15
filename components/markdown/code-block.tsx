import { Children, isValidElement, type ReactNode, Suspense } from "react";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { isShort, PlainText } from "#components/ui/text/long-text.tsx";
import { useIsEmbedded } from "#components/workspace/workspace-context.tsx";
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

const Formula = fetchedPart(
  async () => (await import("./formula/formula.tsx")).Formula,
  ({ written }: { tex: string; isDisplay: boolean; written: ReactNode }) => written,
);

/** A formula: as it is written until it is drawn, and where it cannot be. */
function FormulaText(props: { readonly tex: string; readonly isDisplay: boolean; readonly written: ReactNode }) {
  return (
    <Suspense fallback={props.written}>
      <Formula {...props} />
    </Suspense>
  );
}

const Diagram = fetchedPart(
  async () => (await import("./diagram/diagram.tsx")).Diagram,
  ({ written }: { text: string; written: ReactNode }) => written,
);

/** Code within a line; a formula where it stands between dollars. */
export function InlineCode({ className, children }: { className?: string | undefined; children?: ReactNode }) {
  const written = <code className={className}>{children}</code>;
  if (!className?.includes("language-math")) return written;
  return <FormulaText tex={textOf(children)} isDisplay={false} written={written} />;
}

/** A fenced block, verbatim, in the colours of its language, with a button that copies it. */
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

/** What stands in a block: drawn where its language is one of drawings, else in colours. */
function BlockText({ text, language }: { readonly text: string; readonly language: string | undefined }) {
  const isEmbedded = useIsEmbedded();
  const plain = <PlainText text={text} label="Code" />;
  if (language === "math") return <FormulaText tex={text} isDisplay written={plain} />;
  // Within somebody's page no frame may stand in a frame.
  const isDiagram = language === "mermaid" && !isEmbedded;
  if (!isDiagram && !(language && isShort(text))) return plain;
  return (
    <Suspense fallback={plain}>
      {isDiagram ? (
        <Diagram key={text} text={text} written={plain} />
      ) : (
        <HighlightedText text={text} language={language ?? ""} />
      )}
    </Suspense>
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
