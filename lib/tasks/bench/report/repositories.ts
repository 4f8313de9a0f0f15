import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Application } from "../application.ts";

/** What all parts of the benchmark use. */
export interface ReportBench {
  /** Folder of the served bare repositories. */
  readonly root: string;
  /** Origin of the git server. */
  readonly git: string;
  readonly application: Application;
}

function git(repository: string, args: readonly string[], input = ""): string {
  return execFileSync("git", ["--git-dir", repository, ...args], { input, encoding: "utf8" }).trim();
}

/** Serves the HEAD of `folder` as a repository of its own that shares its objects; returns its name on the server. */
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

/** Adds a commit with the same files to a repository, so that no cached answer applies. */
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
