import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Files } from "#lib/vfs/files.ts";
import { createSnapshot, type SnapshotEntry, snapshotMode } from "#lib/vfs/snapshot.ts";
import { snapshotFiles } from "#lib/vfs/snapshot-files.ts";
import type { ScriptEnd, ScriptRun } from "./script.worker.ts";
import { classAfter, classOf, outcomeOf, type ScriptClass, type ScriptOutcome } from "./script-class.ts";

/** Percent of a class that should run. */
const aims: Partial<Record<ScriptClass, number>> = { Python: 95, Shell: 90, JavaScript: 85 };
const patience = 60_000;
/** Bytes of a skill's folder, and of a file in it, that are given to its scripts. */
const most = { file: 4e6, folder: 40e6 } as const;

const repositories = process.argv.slice(3);
if (repositories.length === 0) throw new Error("Name git repositories, bare or not, whose skills have scripts.");

interface Row {
  readonly path: string;
  readonly kind: ScriptClass;
  readonly outcome: ScriptOutcome;
  readonly said: string;
}

const sandbox = createSandbox();
const rows: Row[] = [];
for (const repository of repositories) rows.push(...(await runRepository(repository)));
await sandbox.close();
printTable(rows);

/** Every script that lies in a skill's folder, asked for its help over a copy of that folder. */
async function runRepository(repository: string): Promise<Row[]> {
  const entries = readHead(repository);
  const skills = entries.filter(({ path }) => basename(path) === "SKILL.md").map(({ path }) => dirname(path));
  const found: Row[] = [];
  for (const skill of skills) {
    const inside = entries.filter(({ path }) => path.startsWith(`${skill}/`));
    // What belongs to a skill further down is run there.
    const own = inside.filter(
      ({ path }) => !skills.some((other) => other.length > skill.length && path.startsWith(`${other}/`)),
    );
    const files = readFiles(repository, inside);
    const tree = snapshotFiles(createSnapshot(files));
    for (const { path } of own) {
      const row = await runScript({ path, skill, files, tree });
      if (row) found.push(row);
    }
  }
  return found;
}

interface Script {
  readonly path: string;
  /** Folder of its skill. */
  readonly skill: string;
  readonly files: readonly SnapshotEntry[];
  readonly tree: Files;
}

/** `undefined` for a file that is no script. */
async function runScript({ path, skill, files, tree }: Script): Promise<Row | undefined> {
  const at = `/workspace/${path}`;
  const kind = classOf(tree, at);
  if (!kind || basename(path) === "__init__.py") return undefined;
  const run = (line: string) => sandbox.run({ line: `${line} --help`, cwd: `/workspace/${skill}`, files });
  const inside = path.slice(skill.length + 1);
  const first = await run(`${runnerOf(kind)} ${quoted(at)}`);
  // Of a package of the skill's own, as its SKILL.md calls it.
  const end = first && isOfPackage(first, inside) ? await run(`python3 -m ${quoted(moduleOf(inside))}`) : first;
  const outcome = end ? outcomeOf(end) : "late";
  return { path, kind: classAfter(kind, outcome), outcome, said: end ? lastLine(end) : "" };
}

function runnerOf(kind: ScriptClass): string {
  return kind.startsWith("Python") ? "python3" : kind.startsWith("Shell") ? "bash" : "node";
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function moduleOf(path: string): string {
  return path.replace(/\.py$/, "").replaceAll("/", ".");
}

/** Whether it failed as it stands in a package whose other modules it asks for by the package's name, or relatively. */
function isOfPackage({ err }: ScriptEnd, path: string): boolean {
  const [, missing] = /No module named '([\w.]+)'/.exec(err) ?? [];
  return (
    /attempted relative import/.test(err) || (missing !== undefined && missing.split(".")[0] === path.split("/")[0])
  );
}

function lastLine({ err, out, status }: ScriptEnd): string {
  const line = (err.trim() === "" ? out : err).trim().split("\n").at(-1) ?? "";
  return `${status} ${line.slice(0, 160)}`;
}

interface Entry {
  readonly path: string;
  readonly hash: string;
  readonly size: number;
  readonly mode: string;
}

function git(repository: string, args: readonly string[], input = ""): Buffer {
  const folder = existsSync(join(repository, ".git")) ? join(repository, ".git") : repository;
  return execFileSync("git", ["--git-dir", folder, ...args], { input, maxBuffer: 1e9 });
}

function readHead(repository: string): readonly Entry[] {
  const lines = git(repository, ["ls-tree", "-r", "-l", "-z", "HEAD"]).toString().split("\0").filter(Boolean);
  return lines.flatMap((line) => {
    const [, mode = "", kind, hash = "", size = "", path = ""] =
      /^(\d+) (\w+) (\w+)\s+(\S+)\t([\s\S]*)$/.exec(line) ?? [];
    return kind === "blob" && mode !== "120000" ? [{ path, hash, size: Number(size), mode }] : [];
  });
}

/** The files of a skill, below the working folder as the repository has them. */
function readFiles(repository: string, entries: readonly Entry[]): readonly SnapshotEntry[] {
  let left = most.folder;
  const taken = entries.filter(({ size }) => {
    if (size > most.file || size > left) return false;
    left -= size;
    return true;
  });
  const all = git(repository, ["cat-file", "--batch"], taken.map(({ hash }) => `${hash}\n`).join(""));
  let at = 0;
  return taken.map(({ path, size, mode }) => {
    at = all.indexOf(10, at) + 1;
    const bytes = Uint8Array.from(all.subarray(at, at + size));
    at += size + 1;
    return { path: `workspace/${path}`, mode: mode === "100755" ? snapshotMode.executable : snapshotMode.file, bytes };
  });
}

/** One worker for all; another after one that did not come to an end. */
function createSandbox() {
  let worker: Worker | undefined;
  return {
    close: async () => void (await worker?.terminate()),
    async run(asked: ScriptRun): Promise<ScriptEnd | undefined> {
      worker ??= new Worker(new URL("./script.worker.ts", import.meta.url));
      const asking = worker;
      const end = await new Promise<ScriptEnd | undefined>((resolve) => {
        const late = setTimeout(() => resolve(undefined), patience);
        const settle = (end: ScriptEnd | undefined) => {
          clearTimeout(late);
          for (const kind of ["message", "error"]) asking.removeAllListeners(kind);
          resolve(end);
        };
        asking.once("message", settle);
        asking.once("error", (error) => settle({ status: 255, out: "", err: `Sandbox: ${error.message}` }));
        asking.postMessage(asked);
      });
      if (!end || end.err.startsWith("Sandbox: ")) {
        await asking.terminate();
        worker = undefined;
      }
      return end;
    },
  };
}

function printTable(all: readonly Row[]): void {
  for (const [kind, found] of [...Map.groupBy(all, (row) => row.kind)].toSorted(([a], [b]) => a.localeCompare(b))) {
    const ran = found.filter(({ outcome }) => outcome === "ran" || outcome === "said what it needs").length;
    const aim = aims[kind] === undefined ? "" : `, aim ${aims[kind]} %`;
    const outcomes = [...Map.groupBy(found, (row) => row.outcome)].map(
      ([outcome, those]) => `${outcome} ${those.length}`,
    );
    console.log(
      `${kind}: ${ran} of ${found.length} (${((100 * ran) / found.length).toFixed(0)} %${aim}): ${outcomes.join(", ")}`,
    );
  }
  for (const { kind, outcome, path, said } of all) {
    if (outcome !== "ran" && outcome !== "said what it needs") console.log(`${kind} | ${outcome} | ${path} | ${said}`);
  }
}
