/** Numbers of the pack format (gitformat-pack). */
export const objectType = { commit: 1, tree: 2, blob: 3, tag: 4 } as const;
export type ObjectType = (typeof objectType)[keyof typeof objectType];

const typeNames: Record<ObjectType, string> = { 1: "commit", 2: "tree", 3: "blob", 4: "tag" };

export interface GitObject {
  readonly type: ObjectType;
  /** The content, a view; `headerRoom` bytes before it are free. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Room for the longest header, `commit 4294967295\0`. */
const headerRoom = 32;

/** Small contents share buffers of this size: tens of thousands of their own cost more than what is put into them. */
const sharedSize = 1 << 18;
let shared = new ArrayBuffer(sharedSize);
let sharedUsed = 0;

/** A content of `size` bytes to be filled, with the room its id needs in front. */
export function allocateContent(size: number): Uint8Array<ArrayBuffer> {
  const whole = headerRoom + size;
  if (whole > sharedSize / 8) return new Uint8Array(new ArrayBuffer(whole), headerRoom);
  if (sharedUsed + whole > sharedSize) {
    shared = new ArrayBuffer(sharedSize);
    sharedUsed = 0;
  }
  const content = new Uint8Array(shared, sharedUsed + headerRoom, size);
  sharedUsed += whole;
  return content;
}

/** The object's id: the SHA-1 of `type size\0content`. The header is written in front, so nothing is copied. */
export async function objectId({ type, bytes }: GitObject): Promise<string> {
  const header = new TextEncoder().encode(`${typeNames[type]} ${bytes.length}\0`);
  const start = bytes.byteOffset - header.length;
  const whole = new Uint8Array(bytes.buffer, start, header.length + bytes.length);
  whole.set(header);
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-1", whole)));
}

const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Lower-case hexadecimal, as git writes ids. */
export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += hexPairs[byte];
  return text;
}
