import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from "react";
import styles from "./separator.module.css";

export interface SeparatorProps {
  readonly label: string;
  readonly orientation: "vertical" | "horizontal";
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Whether the values are percentages of the parent's height or width; otherwise pixels. */
  readonly percent: boolean;
  readonly reversed?: boolean;
  readonly onChange: (value: number) => void;
}

/** The line between two panels: dragged by pointer, or moved with the arrow keys. */
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

type Edge = "lesson" | "left" | "right" | "skills";

interface EdgeRule {
  readonly label: string;
  readonly unit: "px" | "%";
  readonly start: number;
  readonly min: number;
  readonly max: number;
  readonly orientation: SeparatorProps["orientation"];
  /** Whether moving right or down makes the panel smaller. */
  readonly reversed?: boolean;
}

const rules: Record<Edge, EdgeRule> = {
  lesson: { label: "Width of Lesson", unit: "px", start: 348, min: 260, max: 640, orientation: "vertical" },
  left: { label: "Width of Skills and Files", unit: "px", start: 284, min: 220, max: 520, orientation: "vertical" },
  right: {
    label: "Width of Context",
    unit: "px",
    start: 336,
    min: 240,
    max: 620,
    orientation: "vertical",
    reversed: true,
  },
  skills: { label: "Height of Skills", unit: "%", start: 70, min: 18, max: 82, orientation: "horizontal" },
};

const storageKey = "skillground:panels";

/** The panels' sizes, saved in this browser: CSS variables for the frame, and the properties of each separator. */
export function usePanelSizes(): { style: CSSProperties; separator: (edge: Edge) => SeparatorProps } {
  const [sizes, setSizes] = useState(storedSizes);
  function resize(edge: Edge, size: number) {
    const next = { ...sizes, [edge]: size };
    setSizes(next);
    keepText(JSON.stringify(next));
  }
  const variables = Object.entries(rules).map(([edge, { unit }]) => [`--${edge}`, `${sizes[edge as Edge]}${unit}`]);
  return {
    style: Object.fromEntries(variables) as CSSProperties,
    separator: (edge) => {
      const { unit, start: _, ...rule } = rules[edge];
      return { ...rule, value: sizes[edge], percent: unit === "%", onChange: (size) => resize(edge, size) };
    },
  };
}

/** Window width in pixels from which on descriptions fit beside the skills' names. */
const wide = 1600;

function storedSizes(): Record<Edge, number> {
  const stored = new Map<string, unknown>(Object.entries(parseObject(keptText())));
  const size = (edge: Edge) => {
    const value = stored.get(edge);
    const { start: usual, min, max } = rules[edge];
    const start = edge === "left" && window.innerWidth >= wide ? 420 : usual;
    // A stored number may be out of range, but a panel must keep a usable width.
    return typeof value === "number" && value >= min && value <= max ? value : start;
  };
  return { lesson: size("lesson"), left: size("left"), right: size("right"), skills: size("skills") };
}

/** The stored text; `null` also in a browser that denies access to `localStorage`. */
function keptText(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch (refused) {
    return orIgnore(refused, null);
  }
}

function keepText(text: string): void {
  try {
    localStorage.setItem(storageKey, text);
  } catch (refused) {
    orIgnore(refused, undefined);
  }
}

/** Ignores denied storage: sizes that cannot be saved are not worth a message. */
function orIgnore<T>(caught: unknown, otherwise: T): T {
  if (caught instanceof DOMException) return otherwise;
  throw caught;
}

function parseObject(text: string | null): object {
  try {
    return Object(JSON.parse(text ?? "{}"));
  } catch {
    // Not valid JSON: treated as if nothing were stored.
    return {};
  }
}
