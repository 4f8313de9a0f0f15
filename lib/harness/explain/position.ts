import type { Files } from "#lib/vfs/files.ts";
import type { Profile } from "../profile.ts";
import type { FoundRoot } from "../roots.ts";

/** A file, and everything its place is held against. */
export interface Position {
  readonly profile: Profile;
  readonly files: Files;
  readonly location: string;
  readonly roots: readonly FoundRoot[];
}
