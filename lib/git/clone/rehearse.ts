import { type ObjectType, objectType } from "#lib/git/pack/git-object.ts";
import type { PackTools, Sum } from "#lib/git/pack/pack-tools.ts";
import { flushPacket } from "#lib/git/transport/packet-line.ts";
import { cloneSnapshot } from "./clone-snapshot.ts";

/** Enough files of enough bytes for the browser to compile the code that runs for each file and each byte. */
const size = { files: 400, words: 280 };

/**
 * Clones a small made-up repository. In a worker that has just started all code runs slowly, WebAssembly included: a
 * rehearsal while a person still decides what to open takes a tenth off a clone's time.
 */
export async function rehearse(tools: PackTools): Promise<void> {
  const { commit, pack } = await makeRepository(tools);
  const headers = { "content-type": "application/x-git-upload-pack-result" };
  const nothing = () => undefined;
  await cloneSnapshot(
    { kind: "git", url: "https://rehearsal.invalid/repository", ref: commit },
    {
      tools: Promise.resolve(tools),
      fetch: async () => new Response(new Blob([...sideBand(pack)]), { headers }),
      toAddress: (url) => url,
      signal: new AbortController().signal,
      idleMs: 10_000,
      onProgress: nothing,
      onArriving: nothing,
    },
  );
}

interface Repository {
  readonly commit: string;
  readonly pack: Bytes;
}

type Bytes = Uint8Array<ArrayBuffer>;

async function makeRepository({ hash, startSum }: PackTools): Promise<Repository> {
  const entries: Bytes[] = [];
  const add = async (type: ObjectType, content: Bytes) => {
    entries.push(entryHead(type, content.length), await deflate(content));
    return hash(type, content);
  };
  const listed: Bytes[] = [];
  for (let file = 0; file < size.files; file++) {
    const id = await add(objectType.blob, encode(prose(file)));
    listed.push(encode(`100644 file-${file}.md\0`), fromHex(id));
  }
  const tree = await add(objectType.tree, concat(listed));
  const person = "Rehearsal <rehearsal@example.invalid> 0 +0000";
  const text = `tree ${tree}\nauthor ${person}\ncommitter ${person}\n\nFiles\n`;
  const commit = await add(objectType.commit, encode(text));
  return { commit, pack: packOf(entries, size.files + 2, await startSum()) };
}

/** Numbers compress about as well as text does. */
function prose(seed: number): string {
  return Array.from({ length: size.words }, (_, at) => ((seed + 1) * (at + 7) * 2654435761) % 99_991).join(" ");
}

/** Version 2 of the format (gitformat-pack): a head, the entries, and the checksum of both. */
function packOf(entries: readonly Bytes[], count: number, sum: Sum): Bytes {
  const head = new DataView(new ArrayBuffer(12));
  for (const [index, value] of [0x5041434b, 2, count].entries()) head.setUint32(4 * index, value);
  const content = concat([new Uint8Array(head.buffer), ...entries]);
  sum.update(content);
  return concat([content, fromHex(sum.digest())]);
}

/** Three bits of type and four of size, then seven bits of size a byte. */
function entryHead(type: ObjectType, length: number): Bytes {
  const bytes = [(type << 4) | (length & 15)];
  for (let rest = length >> 4; rest > 0; rest >>= 7) {
    bytes.push((bytes.pop() ?? 0) | 0x80, rest & 0x7f);
  }
  return new Uint8Array(bytes);
}

/** In packets of the first channel (gitprotocol-pack, "Packfile Data"). */
function* sideBand(pack: Bytes): Generator<Bytes, void> {
  const most = 65_515;
  for (let at = 0; at < pack.length; at += most) {
    const piece = pack.subarray(at, at + most);
    yield concat([encode((piece.length + 5).toString(16).padStart(4, "0")), new Uint8Array([1]), piece]);
  }
  yield encode(flushPacket);
}

async function deflate(content: Bytes): Promise<Bytes> {
  const stream = new Blob([content]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function concat(pieces: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function fromHex(id: string): Bytes {
  return Uint8Array.from(id.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function encode(text: string): Bytes {
  return new TextEncoder().encode(text);
}
