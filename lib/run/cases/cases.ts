import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { snapshotMode } from "#lib/vfs/snapshot.ts";
import { shellOver } from "../sandbox/run-fixture.ts";
import { caseFiles } from "./case-files.ts";

/** The result of a line of shell. */
export interface Answer {
  readonly out: string;
  readonly status: number;
  /** Whether it printed anything to stderr. */
  readonly complains: boolean;
  /** The text of new or changed files; `null` for removed ones. */
  readonly files: Readonly<Record<string, string | null>>;
}

const folder = import.meta.dirname;
const recorded = join(folder, "recorded.json");

/** The lines to compare, by the file that lists them. */
export function readLines(): ReadonlyMap<string, readonly string[]> {
  const names = readdirSync(join(folder, "lines")).sort();
  return new Map(
    names.map((name) => {
      const lines = readFileSync(join(folder, "lines", name), "utf8").split("\n");
      return [name.replace(".txt", ""), lines.filter((line) => line !== "" && !line.startsWith("# "))];
    }),
  );
}

/** The recorded answers of bash with GNU's programs (`realAnswer`). */
export function readRecorded(): Readonly<Record<string, Answer>> {
  return JSON.parse(readFileSync(recorded, "utf8")) as Readonly<Record<string, Answer>>;
}

export function writeRecorded(answers: Readonly<Record<string, Answer>>): void {
  writeFileSync(recorded, `${JSON.stringify(answers, undefined, 1)}\n`);
}

/** The answer of the page's shell to a line, over the files of all cases. */
export async function pageAnswer(line: string): Promise<Answer> {
  const start = Object.entries(caseFiles).map(
    ([path, text]) => [path.replace(/^(!?)/, "$1/workspace/"), text] as const,
  );
  const { run, tree } = shellOver(Object.fromEntries(start));
  const { out, err, status } = await run(line);
  const { written, removed } = tree.changes();
  const files: Record<string, string | null> = {};
  for (const path of removed) files[path.replace("workspace/", "")] = null;
  for (const { path, mode, bytes } of written) {
    const [name, text] = [path.replace("workspace/", ""), new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)];
    // The recorded answers do not include links and executable bits either.
    if (mode !== snapshotMode.link && text !== textBefore(name)) files[name] = text;
  }
  return { out, status, complains: err !== "", files };
}

function textBefore(name: string): string | undefined {
  return caseFiles[name] ?? caseFiles[`!${name}`];
}

/** The answer of this machine's programs to a line, in a temporary folder. */
export function realAnswer(line: string): Answer {
  const top = mkdtempSync(join(tmpdir(), "shell-case-"));
  const place = join(top, "workspace");
  try {
    for (const [name, text] of Object.entries(caseFiles)) {
      const path = join(place, name.replace("!", ""));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      if (name.startsWith("!")) chmodSync(path, 0o755);
    }
    // In a first shell, bash takes Node's pipe for a connection from afar, and reads the system's own settings.
    const own = { SHLVL: "1", PATH: withGnuAwk(top), HOME: top, LC_ALL: "C.UTF-8", TZ: "UTC" };
    // What a container says of Python's output would change its order.
    const env = { ...process.env, PYTHONUNBUFFERED: undefined, ...own };
    const { stdout, stderr, status } = spawnSync("bash", ["-c", line], { cwd: place, env, input: "", timeout: 10_000 });
    return {
      out: stdout.toString().replaceAll(place, "/workspace"),
      status: status ?? -1,
      complains: stderr.length > 0,
      files: changesIn(place),
    };
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

/** The `PATH` on which `awk` is GNU's, if that is installed: Debian's own `awk` is another. @param top a folder for it */
function withGnuAwk(top: string): string {
  const path = process.env.PATH ?? "";
  const gawk = path
    .split(delimiter)
    .map((folder) => join(folder, "gawk"))
    .find((file) => existsSync(file));
  if (gawk === undefined) return path;
  mkdirSync(join(top, "bin"));
  symlinkSync(gawk, join(top, "bin/awk"));
  return [join(top, "bin"), path].join(delimiter);
}

function changesIn(place: string): Answer["files"] {
  const before = new Map(Object.entries(caseFiles).map(([name, text]) => [name.replace("!", ""), text]));
  const files: Record<string, string | null> = {};
  const there = new Set<string>();
  for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(place.length + 1);
    there.add(name);
    const text = readFileSync(path, "utf8");
    if (before.get(name) !== text) files[name] = text;
  }
  for (const name of before.keys()) if (!there.has(name)) files[name] = null;
  return files;
}

/**
 * How the page's answer compares with the real one: `same`; `told`, different but with an error or a message; `silent`, different without a
 * sign.
 */
export function compare(page: Answer, real: Answer): "same" | "told" | "silent" {
  const isSame = page.out === real.out && page.status === real.status && sameFiles(page.files, real.files);
  if (isSame) return "same";
  return page.complains && page.status !== 0 ? "told" : "silent";
}

function sameFiles(a: Answer["files"], b: Answer["files"]): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
