import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { type ObjectSink, type RawObject, rawId } from "./raw-objects.ts";

/** One entry of a pack; every field may be wrong (gitformat-pack). */
export type RawPackEntry = {
  /** The inflated size that the header claims; absent: the true size. */
  readonly claimed?: number;
  readonly content: Uint8Array;
  /** The zlib stream of the content; absent: made from the content. */
  readonly deflated?: Uint8Array;
} & (
  | { readonly kind: RawObject["kind"] }
  /** A delta against the object with this id, or against the entry that begins this many bytes earlier. */
  | { readonly kind: "delta"; readonly base: string | number }
);

const typeNumbers = { commit: 1, tree: 2, blob: 3, tag: 4 } as const;

/** Collects objects for a pack. */
export function packedObjects(): { readonly sink: ObjectSink; readonly entries: RawPackEntry[] } {
  const entries: RawPackEntry[] = [];
  const sink: ObjectSink = (object) => {
    entries.push({ kind: object.kind, content: object.bytes });
    return rawId(object);
  };
  return { sink, entries };
}

/** A pack with a correct checksum, whatever it contains. `count`: the number in its header. */
export function rawPack(entries: readonly RawPackEntry[], count: number = entries.length): Buffer {
  const head = Buffer.alloc(12);
  head.write("PACK");
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(count, 8);
  const body = Buffer.concat([head, ...entries.map(entryBytes)]);
  return Buffer.concat([body, createHash("sha1").update(body).digest()]);
}

function entryBytes(entry: RawPackEntry): Buffer {
  const size = entry.claimed ?? entry.content.length;
  const content = entry.deflated ?? deflateSync(entry.content, { level: 1 });
  if (entry.kind !== "delta") return Buffer.concat([entryHead(typeNumbers[entry.kind], size), content]);
  const { base } = entry;
  if (typeof base === "string") return Buffer.concat([entryHead(7, size), Buffer.from(base, "hex"), content]);
  return Buffer.concat([entryHead(6, size), baseDistance(base), content]);
}

/** Three bits of type and four of size, then seven bits of size per byte. */
function entryHead(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size % 16)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(rest % 128);
  }
  return Buffer.from(bytes);
}

function baseDistance(distance: number): Buffer {
  const bytes = [distance % 128];
  for (let rest = Math.floor(distance / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest--;
    bytes.unshift(0x80 | (rest % 128));
  }
  return Buffer.from(bytes);
}

/** A delta with these claimed sizes (seven bits per byte) and these instructions. */
export function rawDelta(baseSize: number, resultSize: number, ...instructions: readonly number[]): Buffer {
  return Buffer.from([...deltaSize(baseSize), ...deltaSize(resultSize), ...instructions]);
}

function deltaSize(size: number): number[] {
  const bytes = [size % 128];
  for (let rest = Math.floor(size / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(rest % 128);
  }
  return bytes;
}

/** A fake server that answers every request for objects with one pack. */
export function packServer(commit: string, pack: Uint8Array): typeof fetch {
  return async (_address, init) => {
    const isPack = init?.method === "POST";
    const body = isPack ? Buffer.concat([packet("NAK\n"), ...sideBand(pack), flush]) : advertisement(commit);
    const type = `application/x-git-upload-pack-${isPack ? "result" : "advertisement"}`;
    return new Response(new Uint8Array(body), { headers: { "content-type": type } });
  };
}

const flush = Buffer.from("0000");

function packet(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, "0")), bytes]);
}

function advertisement(commit: string): Buffer {
  const first = `${commit} HEAD\0side-band-64k ofs-delta shallow symref=HEAD:refs/heads/main agent=test\n`;
  return Buffer.concat([
    packet("# service=git-upload-pack\n"),
    flush,
    packet(first),
    packet(`${commit} refs/heads/main\n`),
    flush,
  ]);
}

function* sideBand(pack: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < pack.length; at += 65_000) {
    yield packet(Buffer.concat([Buffer.from([1]), pack.subarray(at, at + 65_000)]));
  }
}
