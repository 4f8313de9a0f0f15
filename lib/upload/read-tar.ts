import { createTarDecoder, type ParsedTarEntry, type TarHeader } from "modern-tar";
import { FailureError, failureOf } from "#lib/failure.ts";
import { mountLimits } from "#lib/vfs/limits.ts";
import { createSnapshot, type SnapshotEntry, type SnapshotMode, snapshotMode } from "#lib/vfs/snapshot.ts";
import { createSnapshotGate, type SnapshotGate } from "#lib/vfs/snapshot-gate.ts";
import { damagedArchive, isShadowFile, planArchive } from "./archive-files.ts";
import { type ReadUpload, refuseEmpty } from "./folder.ts";
import type { ReadOptions } from "./read-entries.ts";

const anyExecute = 0o111;

/**
 * Reads a tar archive (ustar, pax and GNU's long names) as it arrives; see `readArchive`. A file's size in its header
 * passes the gate before a byte of the file is kept.
 *
 * Nothing can be used before its end, where it is first known which files it has. A first pass for names and skill
 * files would not be faster: of 10,000 files in a .tar.gz of 38 MB it takes 0.46 s of processor time, mostly for
 * inflating, and reading everything takes 0.6 s. In a zip archive with these files the skills are known after 0.6 s,
 * too, and everything after 2 s.
 */
export async function readTar(
  name: string,
  stream: ReadableStream<Uint8Array>,
  options: ReadOptions = {},
): Promise<ReadUpload> {
  const gate = createSnapshotGate();
  const files = new Map<string, SnapshotEntry>();
  const unpacking: Unpacking = { name, gate, files, leftOut: new Map() };
  const report = (bytes: number) => options.onProgress?.({ phase: "unpacking", bytes, done: files.size });
  const bounded = stream.pipeThrough(
    boundedStream({ onBytes: report, ...(options.signal && { signal: options.signal }) }),
  );
  const reader = bounded.pipeThrough(createTarDecoder({ strict: true })).getReader();
  try {
    for (;;) {
      const { done, value } = await orDamaged(name, reader.read());
      if (done) break;
      await takeEntry(unpacking, value);
    }
  } finally {
    // A refused archive is not inflated any further. One that ended or broke has nothing left to cancel.
    reader.cancel().catch(() => undefined);
  }
  const warnings = gate.warnings();
  if (files.size === 0) refuseEmpty(warnings);
  const plan = planArchive(name, [...files.keys()]);
  const placed = Array.from(files.values(), (entry) => ({ ...entry, path: plan.place(entry.path) }));
  return { name: plan.name, snapshot: createSnapshot(placed), warnings };
}

interface Unpacking {
  readonly name: string;
  readonly gate: SnapshotGate;
  readonly files: Map<string, SnapshotEntry>;
  /** Sizes of files that are too large, by name; later links may name them again. */
  readonly leftOut: Map<string, number>;
}

async function takeEntry(unpacking: Unpacking, { header, body }: ParsedTarEntry): Promise<void> {
  const { name, gate, files, leftOut } = unpacking;
  // `tar -C folder .` writes "./" before every name.
  const path = header.name.replace(/^(?:\.\/)+/, "");
  if (header.type === "directory" || isShadowFile(path)) return body.cancel();
  const mode = modeOf(header) ?? damagedArchive(name, `${path} in it is a device, a pipe or a sparse file`);
  if (header.type === "link") {
    const named = (header.linkname ?? "").replace(/^(?:\.\/)+/, "");
    const tooLarge = leftOut.get(named);
    if (tooLarge !== undefined) return leaveOut(unpacking, path, tooLarge, body);
    const twin = files.get(named);
    if (!twin) damagedArchive(name, `${path} in it is a link to a file that does not come before it`);
    gate.admit(path, twin.bytes.length);
    files.set(path, { ...twin, path });
    return body.cancel();
  }
  const target = mode === snapshotMode.link ? new TextEncoder().encode(header.linkname) : undefined;
  const size = target?.length ?? header.size;
  if (size > mountLimits.fileBytes) return leaveOut(unpacking, path, size, body);
  gate.admit(path, size);
  files.set(path, { path, mode, bytes: target ?? (await readBody(name, body, header.size)) });
  if (target) await body.cancel();
}

function leaveOut(
  { gate, leftOut }: Unpacking,
  path: string,
  size: number,
  body: ParsedTarEntry["body"],
): Promise<void> {
  gate.take(path, size);
  leftOut.set(path, size);
  return body.cancel();
}

/** `undefined` for an entry that no snapshot can contain. */
function modeOf({ type = "file", mode = 0, pax = {} }: TarHeader): SnapshotMode | undefined {
  if (type === "symlink") return snapshotMode.link;
  if (type !== "file" && type !== "link") return undefined;
  if (Object.keys(pax).some((key) => key.startsWith("GNU.sparse."))) return undefined;
  return (mode & anyExecute) === 0 ? snapshotMode.file : snapshotMode.executable;
}

async function readBody(name: string, body: ReadableStream<Uint8Array>, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  const reader = body.getReader();
  let length = 0;
  for (let chunk = await orDamaged(name, reader.read()); !chunk.done; chunk = await orDamaged(name, reader.read())) {
    bytes.set(chunk.value, length);
    length += chunk.value.length;
  }
  return length === size ? bytes : damagedArchive(name, "it is cut short");
}

/** Errors of the decoder or of the browser's inflating become `archive-damaged`; a failure stays what it is. */
async function orDamaged<Value>(name: string, reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (caught) {
    if (failureOf(caught)) throw caught;
    if (caught instanceof DOMException) {
      throw new FailureError({ code: "upload-unreadable", path: name }, { cause: caught });
    }
    // The decoder says what is wrong; the browser's inflating may not.
    const message = (caught as Error).message || "its compressed data is damaged or cut short";
    return damagedArchive(name, message.charAt(0).toLowerCase() + message.slice(1), caught);
  }
}

/**
 * The most bytes that an archive may inflate to: four times what a mount may hold, for files that are left out (`.git`)
 * and for headers and padding. This stops a small file that inflates without end.
 */
const inflatedLimit = 4 * mountLimits.bytes;

export interface BoundedOptions {
  readonly signal?: AbortSignal;
  /** Called with the number of bytes so far. */
  readonly onBytes?: (bytes: number) => void;
  readonly limit?: number;
}

/** Passes bytes on and counts them. Errors with the failures `too-large` and, when `signal` aborts, `cancelled`. */
export function boundedStream(options: BoundedOptions): TransformStream<Uint8Array, Uint8Array> {
  const { signal, onBytes, limit = inflatedLimit } = options;
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (signal?.aborted) throw new FailureError({ code: "cancelled" });
      if (bytes > limit) throw new FailureError({ code: "too-large", limit });
      onBytes?.(bytes);
      controller.enqueue(chunk);
    },
  });
}
