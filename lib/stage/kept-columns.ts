import { readsAlike } from "#lib/harness/discovery/reads-alike.ts";
import { rereadDiscovery } from "#lib/harness/discovery/reread.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Discovery } from "#lib/harness/vocabulary/skill.ts";
import type { ComparedFile, HarnessColumn } from "#lib/report/compare/comparison.ts";
import { fieldText } from "#lib/skills/frontmatter.ts";
import { parseStandard } from "#lib/skills/standard.ts";
import { decodeText, isSkillName } from "#lib/vfs/files.ts";
import type { MountTable } from "#lib/vfs/mount-table.ts";
import { type ContentsAlike, type NotedFiles, noteQuestions } from "#lib/vfs/noted-files.ts";
import type { Volume } from "#lib/vfs/volume.ts";
import type { MountTree } from "./mount-tree.ts";
import type { Placement } from "./placement.ts";

type Trees = ReadonlyMap<string, MountTree>;

/** What a harness makes of the sources, and the skill files that it found there. */
export interface TakenColumn {
  readonly column: HarnessColumn;
  readonly met: readonly ComparedFile[];
}

/** A column that was computed now. */
export interface MadeColumn extends TakenColumn {
  /** Where the sources stand for this harness, and what it finds there. */
  readonly placement: Placement;
  readonly files: MountTable<Volume>;
  readonly discovery: Discovery;
}

/** What a harness found earlier, for trees in which nothing but the text of some skills differs for it. */
export interface FoundBefore {
  /** Where the sources stand. */
  readonly placement: Placement;
  /** What it finds now, if that follows from what it found before. */
  find(files: MountTable<Volume>): Discovery | undefined;
}

type Paths = ReadonlyMap<string, ReadonlySet<string>>;
const none: ReadonlySet<string> = new Set();

/**
 * Columns computed earlier, each with the questions that its harness asked of the files. A harness is not asked again while changed files
 * would answer its questions alike: an edited image changes no column, edited instructions change only harnesses that include them in the
 * catalog, and an edited plugin manifest changes some.
 */
export interface KeptColumns {
  /**
   * The column computed earlier, if these trees would give the same answers. What the harness found then, if only the
   * text of some skills has changed. Otherwise `undefined`.
   */
  known(profile: Profile, trees: Trees): TakenColumn | FoundBefore | undefined;
  /**
   * Trees from which to compute a column (their questions are noted), and the function that keeps the result. Absent where nobody will ask
   * for it: noting takes time, and a column with its questions takes memory.
   */
  begin?(profile: Profile, trees: Trees): { readonly trees: Trees; readonly keep: (made: MadeColumn) => void };
  /** Called with each column of a comparison, known or computed now. */
  take?(column: TakenColumn): void;
}

export interface ColumnKeeper extends KeptColumns {
  /** The columns kept so far, for the last look at the sources: each can be had once, and no others are kept. */
  last(): KeptColumns;
}

interface Kept {
  readonly made: MadeColumn;
  readonly asked: ReadonlyMap<string, { readonly noted: NotedFiles; readonly skillFiles: readonly string[] }>;
}

/** @param where the paths, by tree, at which other trees may differ, as in `noteQuestions` */
export function keepColumns(where: Paths): ColumnKeeper {
  const kept = new Map<Profile, Kept>();
  const keeper: ColumnKeeper = {
    known(profile, trees) {
      const before = kept.get(profile);
      if (!before || before.asked.size !== trees.size) return undefined;
      const changed = new Map<string, Set<string>>();
      const isRetold = [...trees].every(([id, { volume, skillFiles }]) => {
        const asked = before.asked.get(id);
        const retold = new Set<string>();
        changed.set(id, retold);
        const isText: ContentsAlike = (path, one, other) => {
          if (!isSkillName(path)) return false;
          const isAlike = readsAlike(profile, path, one, other);
          if (!isAlike) retold.add(path);
          return isAlike || installsAlike(one, other);
        };
        return (
          asked && asked.skillFiles.join("\0") === skillFiles.join("\0") && asked.noted.answersAlike(volume, isText)
        );
      });
      if (!isRetold) return undefined;
      const isSame = [...changed.values()].every(({ size }) => size === 0);
      return isSame ? before.made : foundBefore(profile, before.made, { trees, changed });
    },
    begin(profile, trees) {
      const asked = new Map(
        [...trees].map(([id, { volume, skillFiles }]) => [
          id,
          { volume, skillFiles, noted: noteQuestions(volume, where.get(id) ?? none) },
        ]),
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

function foundBefore(
  profile: Profile,
  { placement, files: before, discovery }: MadeColumn,
  { trees, changed }: { readonly trees: Trees; readonly changed: Paths },
): FoundBefore {
  const points = placement.points.map((point) => {
    const volume = trees.get(point.mountId)?.volume;
    return volume ? { ...point, volume } : point;
  });
  const isChanged = (location: string) => {
    const { mountId = "", path = "" } = before.locate(location) ?? {};
    return changed.get(mountId)?.has(path) === true;
  };
  return {
    placement: { ...placement, points },
    find: (now) => rereadDiscovery(profile, discovery, { before, now, isChanged }),
  };
}

/** Whether an installer gives a skill with either text the same folder. */
function installsAlike(one: Uint8Array, other: Uint8Array): boolean {
  const nameIn = (bytes: Uint8Array) => {
    const read = parseStandard(decodeText(bytes));
    return read.kind === "parsed" ? fieldText(read.fields, "name") : undefined;
  };
  return nameIn(one) === nameIn(other);
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
