import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import type { SkillList } from "./clone-protocol.ts";
import { objectType } from "./git-object.ts";
import type { CommitListing, ListedFile } from "./list-commit.ts";
import { contentOf, type ObjectStore } from "./object-store.ts";

/** Fewer files than these come about as soon as a list of their skills would. */
const worthListing = 50;

/** The files that tell which skills there are; none where a list would not come sooner than everything. */
export function skillListFiles({ files }: CommitListing): readonly ListedFile[] {
  if (files.length < worthListing) return [];
  const telling = files.filter(({ path, kind }) => kind !== "link" && tellsSkills(path));
  return telling.length > files.length / 2 ? [] : telling;
}

const tellingName = /(?:^|\/)(?:skill\.md|(?:\.claude-plugin|\.agents\/plugins)\/[^/]+\.json)$/i;
const passedOver = /(?:^|\/)(?:\.git|node_modules)\//;

/** A SKILL.md in any spelling that some harness reads, or a manifest that says where plugins keep theirs. */
function tellsSkills(path: string): boolean {
  return tellingName.test(path) && !passedOver.test(path);
}

/** @param telling those of its files that tell which skills there are, whose contents must be in the store */
export function readSkillList({ files }: CommitListing, telling: readonly ListedFile[], store: ObjectStore): SkillList {
  const entries = telling.map(({ path, kind, id }) => ({
    path,
    mode: snapshotMode[kind],
    bytes: contentOf(store, id, objectType.blob, path),
  }));
  return { snapshot: createSnapshot(entries), fileCount: files.length };
}
