import { readFrontmatter } from "#lib/skills/read-frontmatter.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { withoutMark } from "./check-text.ts";
import { profiles } from "./profiles.ts";

/**
 * Parses the frontmatter of these files for every harness, one file between two yields, and keeps the results
 * for `discover`. A caller that must not hold up the page runs it in slices first.
 */
export function* prepareSkills(files: Files, paths: Iterable<string>): Generator<void, void> {
  for (const path of paths) {
    const text = readText(files, path) ?? "";
    for (const { frontmatter } of profiles)
      readFrontmatter(withoutMark(text, frontmatter), frontmatter.fence, frontmatter.dialect);
    yield;
  }
}
