import type { Completion } from "#lib/harness/vocabulary/commands.ts";

/** The completion popup below a line: which option is marked, and whether the person closed it. */
export interface Popup {
  /** The line it belongs to: for any other line it starts anew. */
  readonly line: string;
  readonly active: number;
  /** Whether the arrows were used: only then Enter takes an option over sending a complete line. */
  readonly moved: boolean;
  readonly closed: boolean;
}

export function freshPopup(line: string): Popup {
  return { line, active: 0, moved: false, closed: false };
}

/** What a key does while the popup is open; `undefined` when it is not the popup's. */
export type PopupKey =
  | { readonly kind: "move"; readonly to: number }
  | { readonly kind: "accept" }
  | { readonly kind: "close" };

export function popupKey(key: string, popup: Popup, options: readonly Completion[]): PopupKey | undefined {
  const { length } = options;
  switch (key) {
    case "ArrowDown":
      return { kind: "move", to: (popup.active + 1) % length };
    case "ArrowUp":
      return { kind: "move", to: (popup.active - 1 + length) % length };
    case "Escape":
      return { kind: "close" };
    case "Tab":
      return { kind: "accept" };
    case "Enter":
      return popup.moved || !isComplete(popup.line, options) ? { kind: "accept" } : undefined;
    default:
      return undefined;
  }
}

/** Options worth showing: none when the only one is what already stands there. */
export function shownOptions(line: string, options: readonly Completion[]): readonly Completion[] {
  return options.length === 1 && isComplete(line, options) ? [] : options;
}

/** Whether the line already is one of the options, so that Enter should send it. */
function isComplete(line: string, options: readonly Completion[]): boolean {
  return options.some(({ insert }) => insert === line.trim());
}
