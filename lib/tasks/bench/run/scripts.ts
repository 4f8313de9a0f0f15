import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { needsText } from "#components/scripts/needs-text.ts";
import { packageName, type RunPackage } from "#lib/run/packages/package.ts";
import type { PackageWant } from "#lib/run/packages/packages.ts";
import { scriptWants, wantOf } from "#lib/runs/package-wants.ts";
import { scriptNeeds } from "#lib/skills/scripts/script-needs.ts";
import type { Files } from "#lib/vfs/files.ts";
import { createSnapshot, type SnapshotEntry, snapshotMode } from "#lib/vfs/snapshot.ts";
import { snapshotFiles } from "#lib/vfs/snapshot-files.ts";
import { openPackageFolder } from "./package-folder.ts";
import type { ScriptEnd, ScriptRun } from "./script.worker.ts";
import { classAfter, classOf, outcomeOf, type ScriptClass, type ScriptOutcome } from "./script-class.ts";

/** Percentage of a class that should run. */
const aims: Partial<Record<ScriptClass, number>> = {
  Python: 95,
  "Python (packages)": 90,
  Shell: 90,
  JavaScript: 85,
};
const patience = 60_000;
/** Most bytes of a skill's folder, and of a file in it, that its scripts get. */
const most = { file: 4e6, folder: 40e6 } as const;

const repositories = process.argv.slice(3);
if (repositories.length === 0) throw new Error("Name git repositories, bare or not, whose skills have scripts.");

interface Row {
  readonly path: string;
  readonly kind: ScriptClass;
  readonly outcome: ScriptOutcome;
  readonly said: string;
  /** Whether a person is told before a run that something is missing. */
  readonly isTold: boolean;
}

/** Most times that a script is run again with what it turned out to lack, as a person does with a click. */
const mostAgain = 12;

const sandbox = createSandbox();
const { packages, stop } = await openPackageFolder(process.env.SKILLGROUND_PACKAGES);
const { signal } = new AbortController();
const rows: Row[] = [];
for (const repository of repositories) rows.push(...(await runRepository(repository)));
await sandbox.close();
stop();
printTable(rows);

/** Runs every script in a skill's folder with `--help`, over a copy of that folder. */
async function runRepository(repository: string): Promise<Row[]> {
  const entries = readHead(repository);
  const skills = entries.filter(({ path }) => basename(path) === "SKILL.md").map(({ path }) => dirname(path));
  const found: Row[] = [];
  for (const skill of skills) {
    const inside = entries.filter(({ path }) => path.startsWith(`${skill}/`));
    // Files of a nested skill are run there.
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

/** `undefined` for a file that is not a script. */
async function runScript({ path, skill, files, tree }: Script): Promise<Row | undefined> {
  const at = `/workspace/${path}`;
  const kind = classOf(tree, at);
  if (!kind || basename(path) === "__init__.py") return undefined;
  const needs = scriptNeeds(tree, at, { withModules: true });
  const wants = needs ? scriptWants(needs) : [];
  const run = (line: string) => runWithPackages({ line: `${line} --help`, cwd: `/workspace/${skill}`, files }, wants);
  const inside = path.slice(skill.length + 1);
  const first = await run(`${runnerOf(kind)} ${quoted(at)}`);
  // Run as a module of the skill's own package, as its SKILL.md does.
  const end = first && isOfPackage(first, inside) ? await run(`python3 -m ${quoted(moduleOf(inside))}`) : first;
  const outcome = end ? outcomeOf(end) : "late";
  const offer = await packages.offer(wants, signal);
  const offered = new Set(offer?.packages.map(({ name }) => name));
  const told = needs ? needsText([needs], (name) => offered.has(packageName(name))) : "";
  return {
    path,
    kind: classAfter(kind, outcome),
    outcome,
    said: end ? lastLine(end) : "",
    isTold: told !== "" || (offer?.troubles ?? []).length > 0,
  };
}

/** Runs a line with the packages that its script imports, and again with those that it turns out to lack. */
async function runWithPackages(
  line: Omit<ScriptRun, "packages">,
  wants: readonly PackageWant[],
): Promise<ScriptEnd | undefined> {
  let given: readonly RunPackage[] = [];
  let wanted = wants;
  let last: ScriptEnd | undefined;
  for (let again = 0; ; again++) {
    const offer = await packages.offer(wanted, signal);
    const fetched = offer && (await packages.fetch(offer, { signal, onProgress: () => undefined }));
    const known = new Set(given.map(({ file }) => file));
    const more = fetched?.packages.filter(({ file }) => !known.has(file)) ?? [];
    if (last && more.length === 0) return last;
    given = [...given, ...more];
    last = await sandbox.run({ ...line, packages: given });
    if (!last || last.lacks.length === 0 || again === mostAgain) return last;
    wanted = last.lacks.map(wantOf);
  }
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

/** Whether it failed because it belongs to a package whose other modules it imports by the package's name, or relatively. */
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

/** The files of a skill, below the working folder in the repository's layout. */
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

/** One worker for all scripts; a new one after a script that did not end. */
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
        asking.once("error", (error) => settle({ status: 255, out: "", err: `Sandbox: ${error.message}`, lacks: [] }));
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
  const others = all.filter(({ outcome }) => outcome !== "ran" && outcome !== "said what it needs");
  console.log(
    `Told before the run: ${others.filter(({ isTold }) => isTold).length} of ${others.length} that did not run`,
  );
  for (const { kind, outcome, path, said, isTold } of others)
    console.log(`${kind} | ${outcome} | ${isTold ? "told" : "not told"} | ${path} | ${said}`);
}
