import { askGit, commitOf } from "./git-program.ts";

/**
 * What git says has changed below a folder since a commit, committed or not, new files included: paths from that folder, without
 * a slash before them. Files that are gone are among them.
 * @throws UsageError where it is in no repository, or the commit is not there
 */
export async function changedFiles(folder: string, ref: string): Promise<readonly string[]> {
  const commit = await commitOf(folder, ref);
  const compare = ["diff", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv", "--relative", "-z"];
  const [changed, added] = await Promise.all([
    askGit(folder, ...compare, commit, "--", "."),
    askGit(folder, "ls-files", "--others", "--exclude-standard", "-z", "--", "."),
  ]);
  return [...new Set([...names(changed), ...names(added)])].sort();
}

function names(answer: Buffer): readonly string[] {
  return answer.toString("utf8").split("\0").filter(Boolean);
}
