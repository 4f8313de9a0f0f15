import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import type { RefObject } from "react";

/** As in the style sheet. */
const rowHeight = 36;

interface RowWindow {
  readonly items: readonly VirtualItem[];
  /** Of all rows, in pixels. */
  readonly height: number;
}

/** The rows that are drawn: those in sight, a few around them, and `kept`, so that it can hold the focus. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, kept: number): RowWindow {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), kept])].sort((a, b) => a - b),
  });
  return { items: virtual.getVirtualItems(), height: virtual.getTotalSize() };
}
