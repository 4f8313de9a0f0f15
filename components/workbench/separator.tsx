import type { KeyboardEvent, PointerEvent } from "react";
import styles from "./separator.module.css";

export interface SeparatorProps {
  readonly label: string;
  readonly orientation: "vertical" | "horizontal";
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Whether values are percent of the parent's height or width, not pixels. */
  readonly percent: boolean;
  readonly reversed?: boolean;
  readonly onChange: (value: number) => void;
}

/** The line between two panels: dragged, or moved with the arrow keys. */
export function Separator({
  label,
  orientation,
  value,
  min,
  max,
  percent,
  reversed = false,
  onChange,
}: SeparatorProps) {
  const isVertical = orientation === "vertical";
  const move = (by: number) => onChange(Math.round(Math.min(max, Math.max(min, value + (reversed ? -by : by)))));

  function onKeyDown(event: KeyboardEvent) {
    const step = (percent ? 2 : 16) * (event.shiftKey ? 4 : 1);
    const back = isVertical ? "ArrowLeft" : "ArrowUp";
    const forth = isVertical ? "ArrowRight" : "ArrowDown";
    if (event.key !== back && event.key !== forth) return;
    event.preventDefault();
    move(event.key === back ? -step : step);
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.getBoundingClientRect();
    const pixels = isVertical ? event.clientX - box.left : event.clientY - box.top;
    const whole = event.currentTarget.parentElement?.[isVertical ? "clientWidth" : "clientHeight"] ?? 1;
    move(percent ? (pixels / whole) * 100 : pixels);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is a control, which <hr> is not
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      className={`${styles.separator} ${styles[orientation]}`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  );
}
