import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Failure, failureOf } from "#lib/failure.ts";
import type { CloneResult } from "#lib/git/clone/clone-protocol.ts";
import { type CloneEnvironment, cloneSnapshot } from "#lib/git/clone/clone-snapshot.ts";
import { loadPackTools } from "#lib/git/pack/wasm-pack-tools.ts";
import type { GitSource, MountProgress } from "#lib/vfs/source.ts";
import type { Fault } from "./git-faults.ts";
import { type GitServer, startGitServer } from "./git-server.ts";

/** A git server with its own folder. */
export interface TestServer {
  readonly root: string;
  readonly git: GitServer;
  /** Faults by path prefix; can be added to at any time. */
  readonly faults: Map<string, Fault>;
  source(name: string, rest?: Partial<GitSource>): GitSource;
  stop(): Promise<void>;
}

export async function startTestServer(config: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const root = mkdtempSync(join(tmpdir(), "skillground-git-"));
  const faults = new Map<string, Fault>();
  const git = await startGitServer({ root, faults, config });
  return {
    root,
    git,
    faults,
    source: (name, rest) => ({ kind: "git", url: `${git.url}/${name}`, ...rest }),
    async stop() {
      await git.stop();
      rmSync(root, { recursive: true });
    },
  };
}

const zlib = createRequire(import.meta.url).resolve("@zip.js/zip.js/dist/zip-module.wasm");
/** The worker's pack tools, loaded from the disk. */
export const packTools = loadPackTools(readFile(zlib));

/** Clones without the worker and the relay. */
export function clone(source: GitSource, environment: Partial<CloneEnvironment> = {}): Promise<CloneResult> {
  return cloneSnapshot(source, {
    tools: packTools,
    fetch,
    toAddress: (url) => url,
    signal: new AbortController().signal,
    // Longer than any test takes: on a busy machine git starts late beside an answer without end, which would be told as a cut connection.
    idleMs: 60_000,
    onProgress: () => undefined,
    onListed: () => undefined,
    ...environment,
  });
}

/** The failure of a clone that must fail. */
export async function failedClone(source: GitSource, environment?: Partial<CloneEnvironment>): Promise<Failure> {
  const error = await clone(source, environment).then(
    () => new Error("The clone succeeded"),
    (caught: unknown) => caught,
  );
  const failure = failureOf(error);
  if (!failure) throw error;
  return failure;
}

/** Aborts a clone when it reports `phase`; returns its failure. */
export function cancelledClone(source: GitSource, phase: MountProgress["phase"]): Promise<Failure> {
  const controller = new AbortController();
  return failedClone(source, {
    signal: controller.signal,
    onProgress: (progress) => {
      if (progress.phase === phase) controller.abort();
    },
  });
}
