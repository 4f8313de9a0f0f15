import { createElement, type ReactNode, useEffect, useState } from "react";
import { deadlineWorker } from "#components/ui/deadline-worker.ts";
import type { FormulaNode, FormulaReply, FormulaRequest } from "./formula-tree.ts";

const ask = deadlineWorker<FormulaRequest, FormulaReply>(
  () => new Worker(new URL("./formula.worker.ts", import.meta.url), { type: "module", name: "formula" }),
  1000,
);

interface FormulaProps extends FormulaRequest {
  /** The formula's source: shown until it is rendered, and if it cannot be. */
  readonly written: ReactNode;
}

/** A formula, rendered by the browser's MathML support: nothing is fetched from elsewhere, not even fonts. */
export function Formula({ tex, isDisplay, written }: FormulaProps) {
  const [drawn, setDrawn] = useState<{ tex: string; node: FormulaNode | undefined }>();
  useEffect(
    () =>
      ask({ tex, isDisplay }, (outcome) =>
        setDrawn({ tex, node: outcome.kind === "answered" ? outcome.reply : undefined }),
      ),
    [tex, isDisplay],
  );
  // While a formula is being written, its last rendering stays.
  return drawn?.node ? elementOf(drawn.node) : written;
}

function elementOf({ tag, attributes, children }: FormulaNode): ReactNode {
  return createElement(
    tag,
    attributes,
    ...children.map((child) => (typeof child === "string" ? child : elementOf(child))),
  );
}
