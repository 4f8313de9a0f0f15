import { askGit } from "./git-program.ts";

/**
 * The files below a folder that git reports as changed since a commit, committed or not, including new and deleted ones: paths relative to
 * the folder, without a leading slash. Git works from the call on, whatever the caller does meanwhile.
 * @param commit a full id
 * @throws UsageError outside of a repository
 */
export async function changedFiles(folder: string, commit: string): Promise<readonly string[]> {
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
