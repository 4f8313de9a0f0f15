/**
 * The form of a link's fragment, which reaches no server and no log: `e1=` stands for changes over the pinned commit.
 * Version 1 is deflated bytes followed by gzip's checksum and length, in base64url. Other letters are reserved for
 * future content.
 */
const form = { letter: "e", version: "1" } as const;

export const payloadLimits = {
  /** The most characters of a whole link. Some chats, mail programs and QR code readers take fewer. */
  link: 32 * 1024,
  /** The most bytes of content. */
  bytes: 2 * 1024 * 1024,
  /** The highest compression ratio. */
  ratio: 64,
  /** Bytes that are allowed at any compression ratio, as short repetitive texts deflate better. */
  least: 64 * 1024,
} as const;

/** The fragment that contains these bytes, with its `#`; `undefined` where they exceed a link. */
export async function formatFragment(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  if (bytes.length > payloadLimits.bytes) return undefined;
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer()).slice(gzipHead.length);
  if (bytes.length > mostOf(packed.length)) return undefined;
  return `#${form.letter}${form.version}=${base64url(packed)}`;
}

/** The bytes in a fragment, or why they cannot be read, as a clause after "because". */
export type ReadFragment = { readonly kind: "read"; readonly bytes: Uint8Array<ArrayBuffer> } | Refused;
export interface Refused {
  readonly kind: "refused";
  readonly reason: string;
}

/**
 * Reads a fragment, with its `#`: `undefined` where it has no content, being empty or a place on the page. Bounded in
 * time and memory for any input, however far it would inflate, and never throws.
 */
export async function readFragment(fragment: string): Promise<ReadFragment | undefined> {
  const {
    letter,
    version,
    text = "",
  } = /^#(?<letter>[a-z])(?<version>\d{1,4})=(?<text>.*)$/s.exec(fragment)?.groups ?? {};
  if (letter === undefined) return undefined;
  if (letter !== form.letter || version !== form.version) {
    return refused("a newer version of this page made it");
  }
  if (fragment.length > payloadLimits.link) {
    return refused(`its contents are longer than ${payloadLimits.link / 1024} KB`);
  }
  const packed = bytesOf(text);
  const bytes = packed && (await inflated(packed));
  return bytes ? { kind: "read", bytes } : refused("its contents are cut off, damaged or too large");
}

function refused(reason: string): Refused {
  return { kind: "refused", reason };
}

/** RFC 1952: deflate, no name, no date, no system. */
const gzipHead = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

function mostOf(packed: number): number {
  return Math.min(payloadLimits.bytes, Math.max(payloadLimits.least, packed * payloadLimits.ratio));
}

/** Inflates up to the limit; `undefined` beyond it, and where the checksum does not match. */
async function inflated(packed: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const most = mostOf(packed.length);
  const stream = new Blob([gzipHead, packed as BlobPart]).stream().pipeThrough(new DecompressionStream("gzip"));
  const reader = stream.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.length;
      if (length > most) return undefined;
      parts.push(next.value);
    }
  } catch (caught) {
    // Browsers throw a TypeError for any damage, Node also errors of its own.
    if (caught instanceof Error) return undefined;
    throw caught;
  } finally {
    void reader.cancel().catch(() => undefined);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function base64url(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(text: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
