import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const words = "agent browse catalog deploy every file grant harness index join keep load mount name open path".split(
  " ",
);

export interface RepositorySize {
  readonly files: number;
  /** Words per file, some thirteen bytes each. */
  readonly words: number;
  /** Words per SKILL.md; absent: as in other files. */
  readonly skillWords?: number;
  /** Five by default. */
  readonly filesPerSkill?: number;
}

export interface RepositoryFile {
  readonly path: string;
  /** ASCII. */
  readonly text: string;
}

/** Creates the bare repository `root/name.git`: skills of several files each, including a SKILL.md; the same on every run. */
export function generateRepository(root: string, name: string, size: RepositorySize): void {
  writeRepository(root, name, skillsOf(size));
}

/** Creates the bare repository `root/name.git` with these files, in one commit. */
export function writeRepository(root: string, name: string, files: readonly RepositoryFile[]): void {
  const repository = join(root, `${name}.git`);
  mkdirSync(repository, { recursive: true });
  const git = (args: readonly string[], input = "") =>
    execFileSync("git", ["--git-dir", repository, ...args], { input });
  git(["init", "--quiet", "--bare", "--initial-branch=main"]);
  git(["fast-import", "--quiet"], importStream(files));
}

/**
 * Serves the repository `root/name.git` under another name too. The relay caches answers by address, and a measurement against git must not
 * be answered from the cache.
 */
export function addName(root: string, name: string, other: string): void {
  symlinkSync(join(root, `${name}.git`), join(root, `${other}.git`));
}

/** Input for git-fast-import(1): one commit. All text is ASCII, so characters are bytes. */
function importStream(files: readonly RepositoryFile[]): string {
  const head = "commit refs/heads/main\ncommitter Bench <bench@example.invalid> 1704067200 +0000\ndata 5\nFiles\n";
  return `${head}${files.map(({ path, text }) => `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`).join("")}\n`;
}

function skillsOf({
  files: fileCount,
  words: wordCount,
  skillWords = wordCount,
  filesPerSkill = 5,
}: RepositorySize): readonly RepositoryFile[] {
  return Array.from({ length: fileCount }, (_, index) => {
    const [skill, part] = [Math.floor(index / filesPerSkill), index % filesPerSkill];
    const text = fileText(skill, part, prose(index, part === 0 ? skillWords : wordCount));
    return { path: filePath(skill, part), text };
  });
}

function filePath(skill: number, part: number): string {
  return part === 0 ? `skills/skill-${skill}/SKILL.md` : `skills/skill-${skill}/references/part-${part}.md`;
}

function fileText(skill: number, part: number, body: string): string {
  if (part > 0) return body;
  return `---\nname: skill-${skill}\ndescription: Knows about ${prose(5 * skill, 12)}\n---\n\n${body}`;
}

/** Words and numbers that compress to about a half (a linear congruential generator). */
function prose(seed: number, count: number): string {
  let state = seed + 1;
  return Array.from({ length: count }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return `${words[state % words.length]}-${state.toString(36)}`;
  }).join(" ");
}
