import type { FoundRoot } from "#lib/harness/discovery/roots.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Files } from "#lib/vfs/files.ts";

/** A file, and everything its place is held against. */
export interface Position {
  readonly profile: Profile;
  readonly files: Files;
  readonly location: string;
  readonly roots: readonly FoundRoot[];
}
