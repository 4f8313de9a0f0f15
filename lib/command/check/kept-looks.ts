import type { KeptColumns, TakenColumn } from "#lib/stage/kept-columns.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { readPaths } from "#lib/vfs/stored-snapshot.ts";
import type { ColumnCache } from "../cache/column-cache.ts";
import type { KeptColumn } from "../cache/column-text.ts";
import { columnsAlike, type RecalledTree, recallTree } from "../cache/recalled-columns.ts";
import type { Lexical } from "./lexical.ts";

/** What is known before a look, and the function that keeps what the look has found. */
export interface BegunLook {
  readonly kept: KeptColumns | undefined;
  end(): void;
}

/** The looks of earlier checks with the same settings. Without a cache nothing is recalled, and nothing kept. */
export class KeptLooks {
  readonly #cache: ColumnCache | undefined;
  readonly #lexical: Lexical;
  readonly #harnesses: readonly string[];
  /** Every file that was read for a column: one that follows from another depends on what was read for that. */
  readonly #read = new Set<string>();

  constructor(cache: ColumnCache | undefined, lexical: Lexical, harnesses: readonly string[]) {
    this.#cache = cache;
    this.#lexical = lexical;
    this.#harnesses = harnesses;
  }

  recall(snapshot: Snapshot): RecalledTree {
    const tree = recallTree(this.#cache, snapshot, this.#harnesses);
    for (const { profileId, told } of tree.recalled?.columns ?? []) {
      const taken = tree.columns.get(profileId);
      if (taken) this.#lexical.recall(taken.column, told);
    }
    return tree;
  }

  /**
   * @param kept what is known beside what was recalled
   * @param other a tree of which columns may hold for this one
   */
  begin({ snapshot, columns: own }: RecalledTree, kept: KeptColumns | undefined, other?: RecalledTree): BegunLook {
    const cache = this.#cache;
    if (!cache) return { kept, end: () => undefined };
    const recalled = own.size === 0 && other ? columnsAlike(snapshot, other) : own;
    const taken: TakenColumn[] = [];
    return {
      kept: {
        ...kept,
        known: (profile, trees) => recalled.get(profile.id) ?? kept?.known(profile, trees),
        take: (column) => {
          taken.push(column);
          // What is read later is for the other parts of the check.
          if (taken.length === this.#harnesses.length) for (const path of readPaths(snapshot)) this.#read.add(path);
        },
      },
      end: () => {
        if (own.size > 0) return;
        // Emptied: the columns of this look would otherwise stay in memory through the next one.
        const columns = taken.splice(0).map((column) => this.#keptOf(column));
        cache.keep(snapshot, this.#read, columns);
      },
    };
  }

  #keptOf({ column, met }: TakenColumn): KeptColumn {
    const { profileId, tokens, counts, verdicts } = column;
    return { profileId, tokens, counts, verdicts, met, told: this.#lexical.toldBy(column) };
  }
}
