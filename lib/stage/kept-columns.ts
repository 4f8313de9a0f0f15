import { readsAlike } from "#lib/harness/discovery/reads-alike.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { ComparedFile, HarnessColumn } from "#lib/report/compare/comparison.ts";
import { type ContentsAlike, type NotedFiles, noteQuestions } from "#lib/vfs/noted-files.ts";
import type { Volume } from "#lib/vfs/volume.ts";
import type { MountTree } from "./mount-tree.ts";

type Trees = ReadonlyMap<string, MountTree>;

/** What a harness makes of the sources, and the skill files that it found there. */
export interface MadeColumn {
  readonly column: HarnessColumn;
  readonly met: readonly ComparedFile[];
}

/**
 * Columns computed earlier, each with the questions that its harness asked of the files. A harness is not asked again while changed files
 * would answer its questions alike: an edited image changes no column, edited instructions change only harnesses that include them in the
 * catalog, and an edited plugin manifest changes some.
 */
export interface KeptColumns {
  /** The column computed earlier, if these trees would give the same answers; otherwise `undefined`. */
  known(profile: Profile, trees: Trees): MadeColumn | undefined;
  /**
   * Trees from which to compute a column (their questions are noted), and the function that keeps the result. Absent where nobody will ask
   * for it: noting takes time, and a column with its questions takes memory.
   */
  begin?(profile: Profile, trees: Trees): { readonly trees: Trees; readonly keep: (made: MadeColumn) => void };
}

export interface ColumnKeeper extends KeptColumns {
  /** The columns kept so far, for the last look at the sources: each can be had once, and no others are kept. */
  last(): KeptColumns;
}

interface Kept {
  readonly made: MadeColumn;
  readonly asked: ReadonlyMap<string, { readonly noted: NotedFiles; readonly skillFiles: readonly string[] }>;
}

export function keepColumns(): ColumnKeeper {
  const kept = new Map<Profile, Kept>();
  const keeper: ColumnKeeper = {
    known(profile, trees) {
      const before = kept.get(profile);
      if (!before || before.asked.size !== trees.size) return undefined;
      const isRead: ContentsAlike = (path, one, other) =>
        /\/skill\.md$/i.test(path) && readsAlike(profile, path, one, other);
      const isAlike = [...trees].every(([id, { volume, skillFiles }]) => {
        const asked = before.asked.get(id);
        return (
          asked && asked.skillFiles.join("\0") === skillFiles.join("\0") && asked.noted.answersAlike(volume, isRead)
        );
      });
      return isAlike ? before.made : undefined;
    },
    begin(profile, trees) {
      const asked = new Map(
        [...trees].map(([id, { volume, skillFiles }]) => [id, { volume, skillFiles, noted: noteQuestions(volume) }]),
      );
      const seen = new Map(
        [...asked].map(([id, { volume, skillFiles, noted }]) => [
          id,
          { skillFiles, volume: seenThrough(noted, volume) },
        ]),
      );
      return { trees: seen, keep: (made) => void kept.set(profile, { made, asked }) };
    },
    last: () => ({
      known(profile, trees) {
        const known = keeper.known(profile, trees);
        kept.delete(profile);
        return known;
      },
    }),
  };
  return keeper;
}

/** The volume, with its questions noted by `noteQuestions`. */
function seenThrough({ files }: NotedFiles, volume: Volume): Volume {
  return {
    ...files,
    pending: volume.pending,
    pendingCount: () => volume.pendingCount(),
    paths: () => volume.paths(),
    write: (path, bytes, options) => volume.write(path, bytes, options),
    remove: (path) => volume.remove(path),
    link: (path, target) => volume.link(path, target),
    makeFolder: (path) => volume.makeFolder(path),
  };
}
