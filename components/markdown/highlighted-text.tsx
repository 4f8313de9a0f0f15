import { tokensBetween } from "#components/ui/code/code-tokens.ts";
import { Highlighted, useHighlighted } from "#components/ui/code/highlighted.tsx";
import { visiblePieces } from "#components/ui/visible/visible-pieces.ts";
import { Pieces } from "#components/ui/visible/visible-text.tsx";

/** A short text, highlighted once the colours are there; invisible characters are made visible in any case. */
export function HighlightedText({ text, language }: { text: string; language: string }) {
  const code = text.endsWith("\n") ? text.slice(0, -1) : text;
  const highlighting = useHighlighted(language, code);
  return (
    <pre tabIndex={0}>
      <Highlighted
        tokens={tokensBetween(code, highlighting, 0, code.length)}
        draw={(token) => <Pieces of={visiblePieces(token)} />}
      />
    </pre>
  );
}
