import { plural } from "#components/ui/format.ts";
import type { UpdateChange } from "#lib/workspace/state.ts";

/** What each kind of change is called, in the order they are counted. */
export const changeWords: Readonly<Record<UpdateChange["kind"], string>> = {
  added: "added",
  changed: "changed",
  renamed: "moved",
  removed: "removed",
  mode: "with another mode",
};

/** `2 files changed, 1 file added`. */
export function updateSummary(changes: readonly UpdateChange[]): string {
  const kinds = Object.keys(changeWords) as UpdateChange["kind"][];
  const parts = kinds.flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [`${plural(count, "file")} ${changeWords[kind]}`];
  });
  return parts.join(", ") || "no file of this source differs";
}
