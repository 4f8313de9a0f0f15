import { skillFolderName } from "#lib/upload/text.ts";
import { type Snapshot, snapshotEntries } from "#lib/vfs/snapshot.ts";
import { type GitSource, sourceLabel } from "#lib/vfs/source.ts";

/**
 * What a fetched repository is called. A gist has an id for a name, so it is called after the skill that lies in it.
 */
export function fetchedLabel(source: GitSource, snapshot: Snapshot): string {
  const label = sourceLabel(source);
  if (new URL(source.url).host !== "gist.github.com") return label;
  for (const { path, bytes } of snapshotEntries(snapshot)) {
    const name = path === "SKILL.md" && skillFolderName(new TextDecoder().decode(bytes));
    if (name) return name;
  }
  return `gist-${label.slice(0, 7)}`;
}
