import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Application } from "../application.ts";

/** What all parts of the benchmark work on. */
export interface ReportBench {
  /** Where bare repositories are served from. */
  readonly root: string;
  /** Origin of the git server. */
  readonly git: string;
  readonly application: Application;
}

function git(repository: string, args: readonly string[], input = ""): string {
  return execFileSync("git", ["--git-dir", repository, ...args], { input, encoding: "utf8" }).trim();
}

/** Serves what `folder` has at its HEAD as a repository of its own, which shares its objects; the name it is served by. */
export function copyOf(root: string, folder: string, prefix: string): string {
  const given = resolve(folder);
  const origin = existsSync(join(given, ".git")) ? join(given, ".git") : given;
  const name = `${prefix}-${basename(given, ".git")}`;
  const repository = join(root, `${name}.git`);
  mkdirSync(repository, { recursive: true });
  git(repository, ["init", "--quiet", "--bare", "--initial-branch=main"]);
  const objects = git(origin, ["rev-parse", "--path-format=absolute", "--git-path", "objects"]);
  writeFileSync(join(repository, "objects/info/alternates"), `${objects}\n`);
  commitTree(repository, git(origin, ["rev-parse", "HEAD^{tree}"]));
  return name;
}

/** Gives a repository another commit of the same files, so that nothing that is kept of it answers. */
export function touch(root: string, name: string): void {
  const repository = join(root, `${name}.git`);
  commitTree(repository, git(repository, ["rev-parse", "main^{tree}"]));
}

let lastCommit = 0;

function commitTree(repository: string, tree: string): void {
  const author = `Bench <bench@example.invalid> ${1704067200 + ++lastCommit} +0000`;
  const commit = git(
    repository,
    ["hash-object", "-t", "commit", "-w", "--stdin"],
    `tree ${tree}\nauthor ${author}\ncommitter ${author}\n\nFiles\n`,
  );
  git(repository, ["update-ref", "refs/heads/main", commit]);
}
