import { formatCount } from "#lib/format-count.ts";
import { mountLimits, pathObjection } from "#lib/vfs/limits.ts";
import { createSnapshot, type Snapshot, type SnapshotEntry, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";
import type { RunPackage } from "./packages/package.ts";
import { runLimits } from "./run-limits.ts";
import type { JavaScriptImage, JavaScriptParts } from "./sandbox/javascript/javascript-parts.ts";
import type { JqParts, UnpackedJq } from "./sandbox/jq/jq-parts.ts";
import type { Stream } from "./sandbox/program.ts";
import type { PythonParts, UnpackedPython } from "./sandbox/python/python-parts.ts";

/** Messages from the page to a frame. */
export type ToFrame = FrameStart | FrameClear | RunStart | FramePart;

/** Makes the frame start a worker. */
export interface FrameStart {
  readonly kind: "worker";
  /** Attached to all messages of this worker, to tell them from an earlier worker's. */
  readonly run: number;
  readonly script: Blob;
}

/** Makes the frame end its worker, and keep what it has unpacked for the next. */
interface FrameClear {
  readonly kind: "clear";
}

/** Makes the frame hand a part to its worker. The content is sent once: the frame keeps it, unpacked. */
interface FramePart {
  readonly kind: "part";
  readonly part: RunPartName;
  readonly content?: RunPart["content"];
}

/** Messages from a frame to its worker, each sent once; parts when the worker asks for them, or before. */
export type ToRun = RunStart | ({ readonly kind: "part" } & UnpackedPart);

export interface RunStart {
  readonly kind: "start";
  /** A line of shell, or a whole script. */
  readonly line: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: Uint8Array;
  /** All files that the run may read, by path without a leading slash. */
  readonly files: Snapshot;
  /** Python packages; absent if this site has none. */
  readonly packages?: readonly RunPackage[];
  /** Milliseconds since 1970; the modification time of these files. */
  readonly now: number;
}

/** A part of a run beyond its own script, fetched by the page when first needed or expected: a run has no network. */
export type RunPart =
  | { readonly part: "javascript"; readonly content: JavaScriptParts }
  | { readonly part: "python"; readonly content: PythonParts }
  | { readonly part: "jq"; readonly content: JqParts };
export type RunPartName = RunPart["part"];

const partNames: ReadonlySet<unknown> = new Set<RunPartName>(["javascript", "python", "jq"]);

/** A part in the form for workers. */
export type UnpackedPart =
  | { readonly part: "javascript"; readonly content: JavaScriptImage }
  | { readonly part: "python"; readonly content: UnpackedPython }
  | { readonly part: "jq"; readonly content: UnpackedJq };

/** Messages from a run. */
export type FromRun =
  | { readonly kind: "ready" }
  | { readonly kind: "need"; readonly part: RunPartName }
  | { readonly kind: "output"; readonly stream: Stream; readonly text: string }
  | {
      readonly kind: "end";
      readonly status: number;
      readonly cwd: string;
      readonly env: Readonly<Record<string, string>>;
      readonly written: Snapshot;
      readonly removed: readonly string[];
      /** Modules that Python programs failed to import, and that packages may provide. */
      readonly lacks: readonly string[];
    }
  /** An error in the sandbox itself, or one that a script caused in it. */
  | { readonly kind: "failed"; readonly text: string };

/** Messages from a frame: that it has loaded, and what its worker with this number does. */
export type FromFrame =
  | { readonly kind: "frame" }
  | { readonly kind: "said"; readonly run: number; readonly said: Said };

/** A message of a worker, or that it has sent too much. */
export type Said = FromRun | { readonly kind: "flood" };

type Fields = Readonly<Record<string, unknown>>;

/** Validates a message from a frame; `undefined` for anything else. */
export function readFromFrame(data: unknown): FromFrame | undefined {
  if (!isObject(data)) return undefined;
  if (data.kind === "frame") return { kind: "frame" };
  const said = data.kind === "said" ? readFromRun(data.said) : undefined;
  return said && typeof data.run === "number" ? { kind: "said", run: data.run, said } : undefined;
}

/**
 * Validates a message from a worker by shape and limits; `undefined` for anything else. A script may have taken over the worker, so nothing
 * but what is read here is trusted.
 */
export function readFromRun(data: unknown): Said | undefined {
  if (!isObject(data)) return undefined;
  switch (data.kind) {
    case "flood":
    case "ready":
      return { kind: data.kind };
    case "need":
      return partNames.has(data.part) ? { kind: "need", part: data.part as RunPartName } : undefined;
    case "output":
      if ((data.stream !== "out" && data.stream !== "err") || typeof data.text !== "string") return undefined;
      return { kind: "output", stream: data.stream, text: data.text.slice(0, runLimits.output) };
    case "failed":
      return { kind: "failed", text: typeof data.text === "string" ? data.text.slice(0, 2000) : "" };
    case "end":
      return isTooMuch(data.written) ? { kind: "failed", text: tooMuch } : readEnd(data);
    default:
      return undefined;
  }
}

/** An honest run can exceed this, so it is reported; invalid fields, which only a forged message has, are dropped silently. */
const tooMuch = `The run left more than ${formatCount(runLimits.changedFiles)} files or ${runLimits.changedBytes / 2 ** 20} MB.`;

function isTooMuch(written: unknown): boolean {
  if (!isObject(written) || !(written.modes instanceof Uint8Array) || !(written.bytes instanceof Uint8Array))
    return false;
  return written.modes.length > runLimits.changedFiles || written.bytes.length > runLimits.changedBytes;
}

function readEnd({ status, cwd, env, written, removed, lacks }: Fields): FromRun | undefined {
  const files = readWritten(written);
  if (!files || !isList(removed) || removed.length > mountLimits.files) return undefined;
  const gone = removed.filter((path): path is string => typeof path === "string" && !pathObjection(path));
  return {
    kind: "end",
    status: typeof status === "number" && Number.isInteger(status) ? status & 255 : 1,
    cwd: typeof cwd === "string" && cwd.startsWith("/") && cwd.length <= mountLimits.pathLength ? cwd : "/",
    env: readEnvironment(env),
    written: files,
    removed: gone,
    lacks: readModules(lacks),
  };
}

/** Python module names; empty if the list is invalid or too long. */
function readModules(given: unknown): readonly string[] {
  if (!isList(given) || given.length > runLimits.lacks) return [];
  return given.filter((name): name is string => typeof name === "string" && /^[A-Za-z_]\w{0,99}$/.test(name));
}

function readEnvironment(env: unknown): Readonly<Record<string, string>> {
  if (!isObject(env)) return {};
  const pairs = Object.entries(env).filter((pair): pair is [string, string] => typeof pair[1] === "string");
  const size = pairs.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return size > runLimits.environment ? {} : Object.fromEntries(pairs);
}

/** The files that a run reports to have left, without those that a workspace cannot contain. Links are dropped. */
function readWritten(given: unknown): Snapshot | undefined {
  if (!isObject(given)) return undefined;
  const { paths, modes, offsets, bytes } = given;
  if (typeof paths !== "string" || !(modes instanceof Uint8Array)) return undefined;
  if (!(offsets instanceof Uint32Array) || !(bytes instanceof Uint8Array)) return undefined;
  const count = modes.length;
  if (offsets.length !== count + 1) return undefined;
  if (paths.length > count * (mountLimits.pathLength + 1)) return undefined;
  if (count !== (paths === "" ? 0 : paths.split("\0").length)) return undefined;
  const isInOrder = offsets.every((offset, index) => offset <= bytes.length && offset >= (offsets[index - 1] ?? 0));
  if (!isInOrder) return undefined;
  return createSnapshot([...snapshotEntries({ paths, modes, offsets, bytes })].filter(isFile));
}

function isFile({ path, mode, bytes }: SnapshotEntry): boolean {
  const isKnown = mode === snapshotMode.file || mode === snapshotMode.executable;
  return isKnown && !pathObjection(path) && bytes.length <= mountLimits.fileBytes;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
