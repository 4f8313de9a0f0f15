import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type GitFile =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly executable: string }
  /** A submodule at this commit id. */
  | { readonly commit: string };

export interface RepositoryOptions {
  /** Further branches, each with its own tree and a commit without parents. */
  readonly branches?: Readonly<Record<string, Readonly<Record<string, GitFile>>>>;
  /** Tag name to branch; an annotated tag if the value says so. */
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

/**
 * Environment in which git keeps the memory that it frees until it ends. By glibc's own choice it goes back to the system with every
 * object that git packs and is asked for again: importing 15,000 files takes ten times as long.
 */
export const gitMemory = { MALLOC_TRIM_THRESHOLD_: "1000000000", MALLOC_MMAP_THRESHOLD_: "33554432" };

/** Runs git in a repository; returns its trimmed stdout. */
export function git(repository: string, args: readonly string[], input?: string | Uint8Array): string {
  return gitBytes(repository, args, input).toString().trim();
}

export function gitBytes(repository: string, args: readonly string[], input?: string | Uint8Array): Buffer {
  return execFileSync("git", ["--git-dir", repository, ...args], {
    env: { ...process.env, ...gitMemory, ...identity },
    input: input ?? "",
    maxBuffer: 1 << 28,
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/**
 * Creates the bare repository `root/name.git` with `files` on the branch `main`; returns its path. Without files it stays empty (no commit,
 * no ref).
 */
export function createRepository(
  root: string,
  name: string,
  files: Readonly<Record<string, GitFile>>,
  options: RepositoryOptions = {},
): string {
  const repository = join(root, `${name}.git`);
  // Writes the files of `git init --bare`, without starting a process.
  for (const folder of ["objects", "refs/heads", "refs/tags"]) mkdirSync(join(repository, folder), { recursive: true });
  writeFileSync(join(repository, "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(
    join(repository, "config"),
    "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n",
  );
  if (Object.keys(files).length > 0) commitFiles(repository, "main", files);
  for (const [branch, tree] of Object.entries(options.branches ?? {})) commitFiles(repository, branch, tree);
  for (const [tag, target] of Object.entries(options.tags ?? {})) {
    if (typeof target === "string") git(repository, ["tag", tag, target]);
    else git(repository, ["tag", "--annotate", "--message", tag, tag, target.annotated]);
  }
  return repository;
}

/** Commits `files` on top of `branch`; returns the commit's id. */
export function commitFiles(repository: string, branch: string, files: Readonly<Record<string, GitFile>>): string {
  const parent = existsSync(refFile(repository, branch)) ? `from refs/heads/${branch}^0\ndeleteall\n` : "";
  const person = "Test <test@example.invalid> 1704067200 +0000";
  const head = `commit refs/heads/${branch}\nauthor ${person}\ncommitter ${person}\n`;
  const pieces = [Buffer.from(head), dataOf(`State of ${branch}\n`), Buffer.from(parent)];
  for (const [path, file] of Object.entries(files)) pieces.push(...fileLines(path, file));
  // One process for any number of files.
  git(repository, ["fast-import", "--quiet"], Buffer.concat(pieces));
  return readFileSync(refFile(repository, branch), "utf8").trim();
}

function fileLines(path: string, file: GitFile): Buffer[] {
  const inline = (mode: string, content: string | Uint8Array) => [
    Buffer.from(`M ${mode} inline ${path}\n`),
    dataOf(content),
  ];
  if (typeof file === "string" || file instanceof Uint8Array) return inline("100644", file);
  if ("link" in file) return inline("120000", file.link);
  if ("executable" in file) return inline("100755", file.executable);
  return [Buffer.from(`M 160000 ${file.commit} ${path}\n`)];
}

function dataOf(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from("\n")]);
}

/** The file of a branch that no `pack-refs` has moved: read from the disk, because a process for it is slow. */
function refFile(repository: string, branch: string): string {
  return join(repository, "refs/heads", branch);
}
