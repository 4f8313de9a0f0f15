import type { Candidate } from "#lib/harness/model.ts";
import { compareBytes } from "#lib/vfs/paths.ts";
import type { HarnessColumn } from "#lib/workspace/compare-harnesses.ts";

/** One SKILL.md, with what each harness makes of it, in the order of the columns. */
export interface CompareRow {
  readonly id: string;
  readonly folder: string;
  readonly cells: readonly (Candidate | undefined)[];
  /** Whether the harnesses disagree. */
  readonly differs: boolean;
}

/** Joins the harnesses' findings by file; those that harnesses disagree on come first. */
export function compareRows(columns: readonly HarnessColumn[]): CompareRow[] {
  const folders = new Map(columns.flatMap(({ candidates }) => [...candidates].map(([id, { folder }]) => [id, folder])));
  const rows = [...folders].map(([id, folder]): CompareRow => {
    const cells = columns.map(({ candidates }) => candidates.get(id));
    return { id, folder, cells, differs: new Set(cells.map(verdict)).size > 1 };
  });
  return rows.sort((a, b) => Number(b.differs) - Number(a.differs) || compareBytes(a.folder, b.folder));
}

/** What a cell says in short: the outcome, and the name where it is not the folder's. */
export function verdict(cell: Candidate | undefined): string {
  if (!cell) return "outside";
  if (cell.outcome.kind !== "loaded") return cell.outcome.kind;
  return cell.skill && cell.skill.name !== cell.folder ? `as ${cell.skill.name}` : "loaded";
}
