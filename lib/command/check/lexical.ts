import type { Overlap } from "#lib/evals/overlap.ts";
import type { Comparison, HarnessColumn } from "#lib/report/compare/comparison.ts";
import { type Files, walkFiles } from "#lib/vfs/files.ts";
import { dirname, joinPath } from "#lib/vfs/paths.ts";
import type { KeptTold } from "../cache/column-text.ts";
import type { HarnessPreview } from "./previews.ts";
import { offersOf, ToldCatalogs, type ToldSkills } from "./told-skills.ts";

/** Competing skills, under harnesses with the same catalog. */
export interface HarnessOverlaps {
  readonly harnesses: readonly Pick<HarnessColumn, "label" | "profileId">[];
  /** With the paths of both SKILL.md files, without a leading slash. */
  readonly pairs: readonly (Overlap & { readonly path: string; readonly rivalPath: string })[];
}

/**
 * What words alone tell about skills. Caches by catalog, so that harnesses with the same catalog, now and before a change, are computed
 * once.
 */
export interface Lexical {
  /** Takes what is asked below from a column, and returns the column without its catalog. */
  take(column: HarnessColumn): HarnessColumn;
  /** Takes over a column without its catalog, by what was kept of that. */
  recall(column: HarnessColumn, told: KeptTold): void;
  /** What a column that was taken tells. */
  toldBy(column: HarnessColumn): ToldSkills;
  /** The rivals of each skill by catalog; harnesses with the same catalog share an entry. */
  overlapsIn(comparison: Comparison): readonly HarnessOverlaps[];
  /** Where the requests in the skills' own `evals/` lead under each harness, by words alone: no model is asked. */
  previewsOf(comparison: Comparison, files: Files): Promise<readonly HarnessPreview[]>;
}

/** @param above ratio from which on a rival is reported */
export function createLexical(above: number): Lexical {
  const catalogs = new ToldCatalogs();
  const byColumn = new WeakMap<HarnessColumn, ToldSkills>();

  function toldBy(column: HarnessColumn): ToldSkills {
    const told = byColumn.get(column);
    if (!told) throw new Error("Only a column that was taken can be asked about");
    return told;
  }

  return {
    take(column) {
      const taken = { ...column, catalog: { ...column.catalog, text: "", rows: [] } };
      byColumn.set(taken, catalogs.of(offersOf(column)));
      return taken;
    },
    recall(column, { offers, rivals, picks }) {
      const told = catalogs.of(offers);
      told.rivals ??= rivals;
      for (const [request, skill] of picks) told.picks.set(request, skill);
      byColumn.set(column, told);
    },
    toldBy,
    overlapsIn: (comparison) => overlapsIn(comparison, above, toldBy),
    async previewsOf(comparison, files) {
      const found = comparison.skills.flatMap((skill) => filesOf(files, skill.path).map((path) => ({ skill, path })));
      if (found.length === 0) return [];
      // Loaded on demand: most skills have no eval sets, and reading and judging those takes as much code as all the rest.
      const { previewsIn } = await import("./previews.ts");
      return previewsIn(comparison, { files, found, toldBy });
    },
  };
}

function overlapsIn(
  { columns, skills }: Comparison,
  above: number,
  toldBy: (column: HarnessColumn) => ToldSkills,
): readonly HarnessOverlaps[] {
  const groups = Map.groupBy(columns, (column) => toldBy(column).set);
  return [...groups.values()].flatMap((harnesses) => {
    const [first] = harnesses;
    if (!first) return [];
    const rivals = toldBy(first).overlaps(above);
    if (rivals.length === 0) return [];
    const at = columns.indexOf(first);
    const paths = new Map(skills.map(({ path, verdicts }) => [verdicts[at]?.name, path.slice(1)]));
    const pathOf = (name: string) => paths.get(name) ?? "";
    const pairs = rivals.map((pair) => ({ ...pair, path: pathOf(pair.skill), rivalPath: pathOf(pair.rival) }));
    return [{ harnesses: harnesses.map(({ label, profileId }) => ({ label, profileId })), pairs }];
  });
}

/** The files that may contain requests for a skill. */
function filesOf(files: Files, skillFile: string): readonly string[] {
  const folder = joinPath(dirname(skillFile), "evals");
  return [...walkFiles(files, folder)].flatMap(({ path, kind }) =>
    kind === "file" && path.endsWith(".json") ? [path] : [],
  );
}
