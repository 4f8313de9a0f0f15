import type { Root } from "hast";
import { type Components, toJsxRuntime } from "hast-util-to-jsx-runtime";
import { memo, type ReactNode, useMemo } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { useGrowingCount } from "#components/ui/progressive-drawing.ts";
import { LongText } from "#components/ui/text/long-text.tsx";
import { CodeBlock, InlineCode } from "./code-block.tsx";
import { ExternalLink, linkHost } from "./external-link.tsx";
import styles from "./markdown.module.css";
import type { MarkdownPiece } from "./markdown-pieces.ts";

interface LinkProps {
  readonly href: string | undefined;
  readonly children?: ReactNode;
}

/** Draws a link within the lab, from its address as written; `undefined` draws its text only. */
export type DrawLocalLink = (link: LinkProps) => ReactNode;

interface ImageProps {
  readonly src: string;
  readonly alt: string | undefined;
}

/** Draws an image of the lab, from its address as written; `undefined` where there is no such image. */
export type DrawLocalImage = (image: ImageProps) => ReactNode | undefined;

interface RenderedPiecesProps {
  readonly pieces: readonly string[];
  readonly localImage?: DrawLocalImage | undefined;
  readonly localLink?: DrawLocalLink | undefined;
}

/** A rendered text: its beginning at once, the rest piece by piece, each in its own task. */
export function RenderedPieces({ pieces, localLink, localImage }: RenderedPiecesProps) {
  const components = useMemo(() => componentsWith(localLink, localImage), [localLink, localImage]);
  const drawn = useGrowingCount(pieces.length, 1, 1);
  if (pieces.length === 1) return <Piece json={pieces[0] ?? ""} components={components} />;
  return pieces.slice(0, drawn).map((json, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
    <div key={index} className={styles.piece}>
      <Piece json={json} components={components} />
    </div>
  ));
}

const Piece = memo(function Piece({ json, components }: { json: string; components: Components }) {
  const piece = useMemo(() => JSON.parse(json) as MarkdownPiece, [json]);
  if (piece.kind === "text") {
    return (
      <>
        <p className={styles.refusal}>The next part has too many parts to be rendered. It is shown as text.</p>
        <LongText className={styles.source} label="Markdown as it is written" text={piece.text} />
      </>
    );
  }
  const root: Root = { type: "root", children: [...piece.children] };
  return toJsxRuntime(root, { Fragment, jsx, jsxs, components, ignoreInvalidStyle: true });
});

function componentsWith(localLink: DrawLocalLink | undefined, localImage: DrawLocalImage | undefined): Components {
  return {
    a: ({ href, children }) => {
      if (linkHost(href)) return <ExternalLink href={href ?? ""}>{children}</ExternalLink>;
      return localLink?.({ href, children }) ?? <span title={href}>{children}</span>;
    },
    img: ({ src, alt }) => {
      const local = typeof src === "string" ? localImage?.({ src, alt }) : undefined;
      return local ?? <ImageText address={typeof src === "string" ? src : undefined} alt={alt} />;
    },
    // The code of a block is drawn by `pre`, which only reads the text of its `code`.
    code: ({ className, children }) => <InlineCode className={className}>{children}</InlineCode>,
    pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
    table: ({ children }) => (
      <section className={styles.table} tabIndex={0} aria-label="Table">
        <table>{children}</table>
      </section>
    ),
  };
}

/** The alt text and address of an image that is not fetched: its address could carry away what the model has read. */
export function ImageText({ address, alt }: { address: string | undefined; alt: string | undefined }) {
  return (
    <span className={styles.image} title={address}>
      image not loaded: {alt || "without a text"} {address && <code>{shortened(address)}</code>}
    </span>
  );
}

function shortened(address: string): string {
  return address.length > 200 ? `${address.slice(0, 200)}…` : address;
}
