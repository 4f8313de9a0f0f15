import { dirname } from "#lib/vfs/paths.ts";
import type { TreeRow } from "./visible-rows.ts";

export type TreeMove =
  | { readonly kind: "focus"; readonly path: string }
  | { readonly kind: "open" | "close"; readonly path: string }
  /** Enter or Space: a file is shown, a folder opened or closed. */
  | { readonly kind: "choose"; readonly path: string };

/** What a key does in a tree, after the ARIA authoring practices; `undefined` for keys that are not the tree's. */
export function moveForKey(key: string, rows: readonly TreeRow[], at: number): TreeMove | undefined {
  const row = rows[at];
  if (!row) return undefined;
  const focus = (index: number): TreeMove | undefined => {
    const target = rows[index];
    return target && { kind: "focus", path: target.path };
  };
  switch (key) {
    case "ArrowDown":
      return focus(at + 1);
    case "ArrowUp":
      return focus(at - 1);
    case "Home":
      return focus(0);
    case "End":
      return focus(rows.length - 1);
    case "ArrowRight":
      if (row.kind !== "folder") return undefined;
      return row.isOpen ? focus(at + 1) : { kind: "open", path: row.path };
    case "ArrowLeft":
      if (row.isOpen) return { kind: "close", path: row.path };
      return row.level > 1 ? focus(rows.findIndex(({ path }) => path === dirname(row.path))) : undefined;
    case "Enter":
    case " ":
      return { kind: "choose", path: row.path };
    default:
      return key.length === 1 ? focus(nextStartingWith(key, rows, at)) : undefined;
  }
}

function nextStartingWith(letter: string, rows: readonly TreeRow[], at: number): number {
  const after = [...rows.keys()].map((step) => (at + 1 + step) % rows.length);
  return after.find((index) => rows[index]?.name.toLowerCase().startsWith(letter.toLowerCase())) ?? -1;
}
