import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

export type GitFile =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly executable: string }
  /** A submodule at this commit id. */
  | { readonly commit: string };

export interface RepositoryOptions {
  /** Further branches, each with its own tree (a commit without parents). */
  readonly branches?: Readonly<Record<string, Readonly<Record<string, GitFile>>>>;
  /** Tag name to the branch it names; an annotated tag where the value says so. */
  readonly tags?: Readonly<Record<string, string | { readonly annotated: string }>>;
}

/** Fixed, so that ids are the same on every run. */
const identity = {
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.invalid",
  GIT_AUTHOR_DATE: "2024-01-01T00:00:00Z",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.invalid",
  GIT_COMMITTER_DATE: "2024-01-01T00:00:00Z",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
};

/** Runs git in a repository; its trimmed standard output. */
export function git(repository: string, args: readonly string[], input?: string | Uint8Array): string {
  return gitBytes(repository, args, input).toString().trim();
}

export function gitBytes(repository: string, args: readonly string[], input?: string | Uint8Array): Buffer {
  return execFileSync("git", ["--git-dir", repository, ...args], {
    env: { ...process.env, ...identity },
    input: input ?? "",
    maxBuffer: 1 << 28,
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/**
 * Makes the bare repository `root/name.git` with `files` on the branch `main`; its path. Without files
 * it stays empty (no commit, no ref).
 */
export function createRepository(
  root: string,
  name: string,
  files: Readonly<Record<string, GitFile>>,
  options: RepositoryOptions = {},
): string {
  const repository = join(root, `${name}.git`);
  mkdirSync(repository, { recursive: true });
  git(repository, ["init", "--quiet", "--bare", "--initial-branch=main"]);
  if (Object.keys(files).length > 0) commitFiles(repository, "main", files);
  for (const [branch, tree] of Object.entries(options.branches ?? {})) commitFiles(repository, branch, tree);
  for (const [tag, target] of Object.entries(options.tags ?? {})) {
    if (typeof target === "string") git(repository, ["tag", tag, target]);
    else git(repository, ["tag", "--annotate", "--message", tag, tag, target.annotated]);
  }
  return repository;
}

/** Sets `branch` to a commit of `files` on top of what it held; the commit's id. */
export function commitFiles(repository: string, branch: string, files: Readonly<Record<string, GitFile>>): string {
  return commitTree(repository, branch, writeTree(repository, files));
}

/** Sets `branch` to a commit of the tree `tree`; the commit's id. */
export function commitTree(repository: string, branch: string, tree: string): string {
  const parents = hasBranch(repository, branch) ? ["-p", `refs/heads/${branch}`] : [];
  const commit = git(repository, ["commit-tree", tree, ...parents, "-m", `State of ${branch}`]);
  git(repository, ["update-ref", `refs/heads/${branch}`, commit]);
  return commit;
}

function hasBranch(repository: string, branch: string): boolean {
  return git(repository, ["for-each-ref", `refs/heads/${branch}`]) !== "";
}

function writeTree(repository: string, files: Readonly<Record<string, GitFile>>): string {
  const folders = new Map<string, Record<string, GitFile>>();
  const lines: string[] = [];
  for (const [path, file] of Object.entries(files)) {
    const slash = path.indexOf("/");
    if (slash < 0) {
      lines.push(treeLine(repository, path, file));
      continue;
    }
    const name = path.slice(0, slash);
    folders.set(name, { ...folders.get(name), [path.slice(slash + 1)]: file });
  }
  for (const [name, inside] of folders) lines.push(`040000 tree ${writeTree(repository, inside)}\t${name}`);
  return git(repository, ["mktree", "-z", "--missing"], lines.map((line) => `${line}\0`).join(""));
}

function treeLine(repository: string, name: string, file: GitFile): string {
  if (typeof file === "string" || file instanceof Uint8Array)
    return `100644 blob ${writeBlob(repository, file)}\t${name}`;
  if ("link" in file) return `120000 blob ${writeBlob(repository, file.link)}\t${name}`;
  if ("executable" in file) return `100755 blob ${writeBlob(repository, file.executable)}\t${name}`;
  return `160000 commit ${file.commit}\t${name}`;
}

export function writeBlob(repository: string, content: string | Uint8Array): string {
  return git(repository, ["hash-object", "-w", "--stdin"], content);
}
