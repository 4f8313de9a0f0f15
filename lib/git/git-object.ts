/** Numbers of the pack format (gitformat-pack). */
export const objectType = { commit: 1, tree: 2, blob: 3, tag: 4 } as const;
export type ObjectType = (typeof objectType)[keyof typeof objectType];

const typeNames: Record<ObjectType, string> = { 1: "commit", 2: "tree", 3: "blob", 4: "tag" };

export interface GitObject {
  readonly type: ObjectType;
  /** The content, a view that ends its buffer; `headerRoom` bytes before it are free. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Room for the longest header, `commit 4294967295\0`. */
const headerRoom = 32;

/** A content of `size` bytes to be filled, with the room its id needs in front. */
export function allocateContent(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(headerRoom + size).subarray(headerRoom);
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
