import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { UsageError } from "../console.ts";

/** Most bytes of an answer: the names of some hundred thousand files. */
const longestAnswer = 64 * 1024 * 1024;

/** Settings under which git runs no program of the repository and asks nobody: no watcher, no hook, no external diff, no credentials. */
const harmless = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never"];
const quiet = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_PAGER: "cat",
  LC_ALL: "C",
};

/**
 * Git's answer in a folder.
 * @throws UsageError with a sentence if there is no git, no repository, or no such object
 */
export async function askGit(folder: string, ...args: readonly string[]): Promise<Buffer> {
  const options = {
    cwd: folder,
    env: { ...process.env, ...quiet },
    maxBuffer: longestAnswer,
    encoding: "buffer",
  } as const;
  try {
    const { stdout } = await promisify(execFile)("git", [...harmless, ...args], options);
    return stdout;
  } catch (caught) {
    throw new UsageError(sentenceOf(folder, caught), { cause: caught });
  }
}

/** Starts git with piped input and output, to be read while it runs. */
export function talkToGit(folder: string, ...args: readonly string[]) {
  const env = { ...process.env, ...quiet };
  return spawn("git", [...harmless, ...args], { cwd: folder, env, stdio: ["pipe", "pipe", "ignore"] });
}

function sentenceOf(folder: string, caught: unknown): string {
  const { code, stderr } = Object(caught) as { readonly code?: unknown; readonly stderr?: Buffer };
  // The same code for a missing program and for a missing folder to run it in.
  if (code === "ENOENT")
    return existsSync(folder) ? "This needs git, which is not on the PATH." : `${folder} is not there.`;
  const said = stderr?.toString("utf8") ?? "";
  if (/not a git repository/i.test(said))
    return `${folder} is in no git repository, so nothing tells what has changed.`;
  return `git cannot tell it: ${(said.split("\n", 1)[0] ?? "").replace(/^(?:fatal|error): /, "").slice(0, 300)}.`;
}

/**
 * The full id of a commit.
 * @throws UsageError if the repository has no such commit
 */
export async function commitOf(folder: string, ref: string): Promise<string> {
  try {
    const answer = await askGit(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`);
    return answer.toString("utf8").trim();
  } catch (caught) {
    if (!(caught instanceof UsageError) || !caught.message.startsWith("git cannot")) throw caught;
    throw new UsageError(
      `There is no commit ${ref} here. A shallow clone has only its last one: fetch more of its history.`,
      { cause: caught },
    );
  }
}
