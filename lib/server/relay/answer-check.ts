import { createHash } from "node:crypto";
import type { RelayOperation } from "./relay-target.ts";

/**
 * Checks an answer as it arrives, to tell whether it is git's: packets to the end, which contain only lines of the
 * protocol and side-band channels, with a pack in the first channel.
 */
export class AnswerCheck {
  readonly #lines: RegExp;
  readonly #mayHaveBands: boolean;
  readonly #pack: PackSum;
  /** The received part of a packet's length, then of its text. */
  #start = "";
  #kind: "length" | "line" | "pack" | "talk" | "bare-pack" = "length";
  /** Bytes of the packet still to come. */
  #left = 0;
  #endsInFlush = false;
  #tellsError = false;

  /** @param wholeUpTo the largest pack, in bytes, whose checksum is worth computing */
  constructor(operation: RelayOperation, wholeUpTo: number) {
    this.#lines = lines[operation];
    this.#mayHaveBands = operation === "exchange";
    this.#pack = new PackSum(wholeUpTo);
  }

  /** Takes the next bytes; returns whether everything is git's so far. */
  push(chunk: Uint8Array): boolean {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let at = 0;
    while (at < bytes.length) {
      if (this.#kind === "bare-pack") return true;
      const end = Math.min(bytes.length, at + (this.#kind === "length" ? 4 - this.#start.length : this.#left));
      if (!(this.#kind === "length" ? this.#takeLength(bytes, at, end) : this.#takeData(bytes, at, end))) return false;
      at = end;
    }
    return true;
  }

  /** Whether the answer may end here: not within a packet. */
  get isComplete(): boolean {
    return this.#kind === "bare-pack" || (this.#kind === "length" && this.#start === "");
  }

  /**
   * Whether the answer may be given to others as well: it ends as git's do, reports no error, and its pack matches its
   * checksum. Answers in other framing (a pack without side band, say) are passed on, but not shared.
   */
  get isWhole(): boolean {
    return this.isComplete && this.#endsInFlush && !this.#tellsError && this.#pack.isNoneOrWhole;
  }

  #takeLength(bytes: Buffer, at: number, end: number): boolean {
    this.#start += bytes.toString("latin1", at, end);
    if (this.#start.length < 4) return true;
    const digits = this.#start;
    this.#start = "";
    if (digits === "PACK" && this.#mayHaveBands) {
      this.#kind = "bare-pack";
      this.#endsInFlush = false;
      return true;
    }
    const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : 3;
    // 0 flush, 1 delimiter, 2 end of response, 4 an empty packet (gitprotocol-common, gitprotocol-v2).
    if (length === 3) return false;
    this.#endsInFlush = length === 0;
    this.#left = Math.max(length - 4, 0);
    if (this.#left > 0) this.#kind = "line";
    return true;
  }

  #takeData(bytes: Buffer, at: number, end: number): boolean {
    let from = at;
    if (this.#kind === "line" && this.#start === "" && this.#mayHaveBands && (bytes[at] ?? 0) <= 3) {
      const band = bytes[at];
      from = at + 1;
      this.#kind = band === 1 ? "pack" : "talk";
      if (band === 3) this.#tellsError = true;
      if (band === 0) return false;
    }
    this.#left -= end - at;
    if (this.#kind === "line") this.#start += bytes.toString("latin1", from, Math.min(end, from + lineStart));
    if (this.#kind === "pack" && !this.#pack.push(bytes.subarray(from, end))) return false;
    return this.#left > 0 || this.#endPacket();
  }

  #endPacket(): boolean {
    const line = this.#kind === "line" ? this.#start : undefined;
    this.#kind = "length";
    this.#start = "";
    if (line?.startsWith("ERR ")) this.#tellsError = true;
    return line === undefined || this.#lines.test(line);
  }
}

/** The number of bytes of a line that are examined, give or take a few. */
const lineStart = 256;

/**
 * How lines begin (gitprotocol-pack, gitprotocol-http, gitprotocol-v2). In an advertisement: the service, versions,
 * refs, capabilities of version 2. In the answer to a command: refs, lines before a pack, names of sections.
 */
const lines: Readonly<Record<RelayOperation, RegExp>> = {
  advertise:
    /^(?:# service=git-upload-pack\n?$|version [12]\n?$|(?:shallow )?[0-9a-f]{40}(?:[0-9a-f]{24})?(?: |\n?$)|[a-z][\w-]*(?:=|\n?$)|ERR )/,
  exchange:
    /^(?:(?:[0-9a-f]{40}(?:[0-9a-f]{24})?|unborn) |(?:ACK|shallow|unshallow) [0-9a-f]{40}|(?:NAK|ready|acknowledgments|shallow-info|wanted-refs|packfile)\n?$|ERR )/,
};

const checksumBytes = 20;

/**
 * Checks a pack, which begins with its name and version, and ends with the SHA-1 of everything before (gitformat-pack).
 */
class PackSum {
  #hash: ReturnType<typeof createHash> | undefined;
  #budget: number;
  #head = "";
  /** The last bytes received, which may be the checksum. */
  #tail: Buffer = Buffer.alloc(0);

  constructor(upTo: number) {
    this.#budget = upTo;
    if (upTo > 0) this.#hash = createHash("sha1");
  }

  /** Takes the next bytes; returns whether they are a pack so far. */
  push(piece: Buffer): boolean {
    if (this.#head.length < packHead.length) {
      this.#head += piece.toString("latin1", 0, packHead.length - this.#head.length);
      if (!packHead.startsWith(this.#head)) return false;
    }
    this.#budget -= piece.length;
    if (this.#budget < 0) this.#hash = undefined;
    if (this.#hash) this.#sum(this.#hash, piece);
    return true;
  }

  get isNoneOrWhole(): boolean {
    return this.#head === "" || (this.#hash?.copy().digest().equals(this.#tail) ?? false);
  }

  #sum(hash: ReturnType<typeof createHash>, piece: Buffer): void {
    if (piece.length >= checksumBytes) {
      hash.update(this.#tail).update(piece.subarray(0, -checksumBytes));
      this.#tail = Buffer.from(piece.subarray(-checksumBytes));
      return;
    }
    const last = Buffer.concat([this.#tail, piece]);
    hash.update(last.subarray(0, -checksumBytes));
    this.#tail = last.subarray(-checksumBytes);
  }
}

/** Version 2; version 3 has the same format, and no git writes it. */
const packHead = "PACK\0\0\0\x02";
