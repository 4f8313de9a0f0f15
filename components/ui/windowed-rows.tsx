import type { VirtualItem } from "@tanstack/react-virtual";
import { Fragment, type ReactNode } from "react";

interface WindowedRowsProps {
  /** The rows that are drawn, in order; they need not be neighbours. */
  readonly items: readonly VirtualItem[];
  /** Height of all rows in pixels. */
  readonly height: number;
  /** Number of columns in the table. */
  readonly span: number;
  readonly row: (index: number) => ReactNode;
}

/** The drawn rows of a long table's body, with empty rows as placeholders for those that are not drawn. */
export function WindowedRows({ items, height, span, row }: WindowedRowsProps) {
  return (
    <tbody>
      {items.map(({ index, start }, at) => (
        <Fragment key={index}>
          <Gap height={start - (items[at - 1]?.end ?? 0)} span={span} />
          {row(index)}
        </Fragment>
      ))}
      <Gap height={height - (items.at(-1)?.end ?? 0)} span={span} />
    </tbody>
  );
}

function Gap({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true" data-gap>
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
