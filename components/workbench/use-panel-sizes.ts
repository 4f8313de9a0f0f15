import { type CSSProperties, useState } from "react";
import type { SeparatorProps } from "./separator.tsx";

type Edge = "left" | "right" | "skills";

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
  skills: { label: "Height of Skills", unit: "%", start: 62, min: 18, max: 82, orientation: "horizontal" },
};

const storageKey = "skillground:panels";

/** The sizes of the panels, kept in this browser: CSS variables for the frame, and each separator's properties. */
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

function storedSizes(): Record<Edge, number> {
  const stored = new Map<string, unknown>(Object.entries(parseObject(keptText())));
  const size = (edge: Edge) => {
    const value = stored.get(edge);
    const { start, min, max } = rules[edge];
    // Somebody else's number must not leave a panel without any width, or without an end.
    return typeof value === "number" && value >= min && value <= max ? value : start;
  };
  return { left: size("left"), right: size("right"), skills: size("skills") };
}

/** `null` also in a browser that keeps nothing: it refuses the storage itself. */
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

/** Sizes that are not kept are no loss that a person must be told of. */
function orIgnore<T>(caught: unknown, otherwise: T): T {
  if (caught instanceof DOMException) return otherwise;
  throw caught;
}

function parseObject(text: string | null): object {
  try {
    return Object(JSON.parse(text ?? "{}"));
  } catch {
    // Somebody else's value under our key: as good as none.
    return {};
  }
}
