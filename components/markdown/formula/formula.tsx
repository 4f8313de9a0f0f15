import { createElement, type ReactNode, useEffect, useState } from "react";
import { deadlineWorker } from "#components/ui/deadline-worker.ts";
import type { FormulaNode, FormulaReply, FormulaRequest } from "./formula-tree.ts";

const ask = deadlineWorker<FormulaRequest, FormulaReply>(
  () => new Worker(new URL("./formula.worker.ts", import.meta.url), { type: "module", name: "formula" }),
  1000,
);

interface FormulaProps extends FormulaRequest {
  /** Stands there until it is drawn, and where it cannot be: the formula as it is written. */
  readonly written: ReactNode;
}

/** A formula, drawn by the browser itself: nothing of it is fetched from elsewhere, fonts least of all. */
export function Formula({ tex, isDisplay, written }: FormulaProps) {
  const [drawn, setDrawn] = useState<{ tex: string; node: FormulaNode | undefined }>();
  useEffect(
    () =>
      ask({ tex, isDisplay }, (outcome) =>
        setDrawn({ tex, node: outcome.kind === "answered" ? outcome.reply : undefined }),
      ),
    [tex, isDisplay],
  );
  // A formula that grows stays as it was drawn last.
  return drawn?.node ? elementOf(drawn.node) : written;
}

function elementOf({ tag, attributes, children }: FormulaNode): ReactNode {
  return createElement(
    tag,
    attributes,
    ...children.map((child) => (typeof child === "string" ? child : elementOf(child))),
  );
}
