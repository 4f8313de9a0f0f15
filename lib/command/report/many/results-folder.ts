import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { parseJson } from "#lib/plain-json.ts";
import { harmlessJson, UsageError } from "../../console.ts";
import { type RepositoryResult, resultShape } from "./result.ts";

export const resultsFile = "results.jsonl";
const settingsFile = "settings.json";

/** The results of a list, stored as they come: after a crash, the next run continues behind the stored results. */
export interface ResultsFolder {
  /** Results by repository. */
  readonly results: ReadonlyMap<string, RepositoryResult>;
  /** Stores a result; does nothing if the repository already has one. */
  keep(result: RepositoryResult): void;
  close(): void;
}

export interface ResultsOptions {
  /** Whether to forget failed results, so that those repositories are tried again. */
  readonly retries: boolean;
  /** The settings on which results depend, as text: results by different ones are not mixed. */
  readonly settings: string;
}

/**
 * Opens the folder for this process alone. An incomplete last line of a killed process is removed, and its repository evaluated again.
 * @throws UsageError if another process writes to it, or if it has results by other settings
 */
export function openResults(folder: string, { retries, settings }: ResultsOptions): ResultsFolder {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, ".lock");
  takeLock(lock, folder);
  const file = join(folder, resultsFile);
  let results: Map<string, RepositoryResult>;
  try {
    results = readResults(file, retries);
    holdToSettings(folder, settings, results.size > 0);
  } catch (caught) {
    rmSync(lock, { force: true });
    throw caught;
  }
  const descriptor = openSync(file, "a");
  return {
    results,
    keep(result) {
      if (results.has(result.repository)) return;
      // A single write: the file gets the whole line or its beginning, and never another line in between.
      writeSync(descriptor, harmlessJson(JSON.stringify(result)));
      results.set(result.repository, result);
    },
    close() {
      fsyncSync(descriptor);
      closeSync(descriptor);
      rmSync(lock, { force: true });
    },
  };
}

function holdToSettings(folder: string, settings: string, hasResults: boolean): void {
  const file = join(folder, settingsFile);
  const before = readIfThere(file).toString("utf8");
  if (before === settings) return;
  if (hasResults && before !== "") {
    throw new UsageError(`${folder} has results by another --way or --config: name another folder, or use those.`);
  }
  writeFileSync(file, settings);
}

function takeLock(lock: string, folder: string): void {
  for (let tries = 0; tries < 2; tries++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      return;
    } catch (caught) {
      if ((caught as NodeJS.ErrnoException).code !== "EEXIST") throw caught;
      const owner = Number(readFileSync(lock, "utf8"));
      if (owner !== process.pid && isAlive(owner)) break;
      rmSync(lock, { force: true });
    }
  }
  throw new UsageError(`Another process writes into ${folder}: wait for it, or name another folder.`);
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (caught) {
    // A process of another user also exists.
    return (caught as NodeJS.ErrnoException).code === "EPERM";
  }
}

function readResults(file: string, retries: boolean): Map<string, RepositoryResult> {
  const results = new Map<string, RepositoryResult>();
  const bytes = readIfThere(file);
  const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
  if (whole.length < bytes.length) truncateSync(file, whole.length);
  const lines = whole.toString("utf8").split("\n").filter(Boolean);
  for (const [index, line] of lines.entries()) {
    const { data } = resultShape.safeParse(parseJson(line));
    if (!data) throw new UsageError(`Line ${index + 1} of ${file} is no result of this version: name another folder.`);
    results.set(data.repository, data);
  }
  const kept = [...results.values()].filter(({ state }) => !retries || state === "reported");
  if (kept.length < lines.length) writeFileSync(file, kept.map((each) => harmlessJson(JSON.stringify(each))).join(""));
  return new Map(kept.map((each) => [each.repository, each]));
}

function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (caught) {
    if ((caught as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
    throw caught;
  }
}
