import { FailureError } from "#lib/failure.ts";
import { type GitHttp, postCommand } from "#lib/git/transport/git-http.ts";
import { damaged, delimiterPacket, flushPacket, packetLine, readPackets } from "#lib/git/transport/packet-line.ts";
import type { ReportProgress } from "#lib/vfs/source.ts";
import type { ObjectStore } from "./git-object.ts";
import type { PackBudget } from "./pack-budget.ts";
import { PackReader } from "./pack-reader.ts";
import type { PackTools } from "./pack-tools.ts";

/** What a server is asked to put into a pack. */
export type PackRequest =
  /**
   * The files of the one commit that `want` names (or an annotated tag), without its history. Every server supports
   * this.
   */
  | { readonly version: 0 | 2; readonly want: string }
  /** The trees of a commit without the contents of files. */
  | { readonly version: 2; readonly want: string; readonly filter: "blob:none" }
  /** Only these objects. Only servers with filters serve contents by id. */
  | { readonly version: 2; readonly blobs: readonly string[] };

/**
 * The pack that answers `request`, in pieces, as it arrives. It contains its delta bases (no "thin" pack is requested).
 * Throws `ref-missing` when the server does not have the object, or does not serve it.
 */
async function fetchPack(http: GitHttp, url: string, request: PackRequest): Promise<Pack> {
  const command = isOld(request) ? oldCommand(request.want) : fetchCommand(request);
  const body = await postCommand(http, url, { version: request.version, command });
  return readPack(body, "want" in request ? request.want : "a file");
}

type Pack = AsyncGenerator<readonly Uint8Array[], void>;

async function* readPack(body: AsyncIterable<Uint8Array>, wanted: string): Pack {
  let talk = 0;
  for await (const packets of readPackets(body)) {
    const pieces: Uint8Array[] = [];
    for (const packet of packets) {
      const bytes = packet && packBytes(packet, wanted);
      if (bytes && bytes.length > 0) pieces.push(bytes);
      else talk += 4 + (packet?.length ?? 0);
    }
    if (talk > talkLimit) throw damaged("the server talks without end");
    if (pieces.length > 0) yield pieces;
  }
}

/** Bytes of an answer outside its pack: lines before it, progress reports, empty packets. Mostly below 1 KB. */
const talkLimit = 1024 * 1024;

function isOld(request: PackRequest): request is { version: 0; want: string } {
  return request.version === 0;
}

function oldCommand(want: string): string {
  const capabilities = "ofs-delta side-band-64k no-progress agent=skillground";
  return packetLine(`want ${want} ${capabilities}\n`) + packetLine("deepen 1\n") + flushPacket + packetLine("done\n");
}

/** The command `fetch` (gitprotocol-v2). */
function fetchCommand(request: PackRequest): string {
  const wants = "want" in request ? [request.want] : request.blobs;
  const depth = "want" in request ? ["deepen 1"] : [];
  const filter = "filter" in request ? [`filter ${request.filter}`] : [];
  const lines = ["ofs-delta", "no-progress", ...wants.map((id) => `want ${id}`), ...depth, ...filter, "done"];
  const head = packetLine("command=fetch\n") + packetLine("agent=skillground\n") + delimiterPacket;
  return head + lines.map((line) => packetLine(`${line}\n`)).join("") + flushPacket;
}

/** Channels of the side band (gitprotocol-pack, "Packfile Data"); before it come lines of text. */
const band = { data: 1, progress: 2, error: 3 } as const;

/** The bytes of the pack in a packet, if any. */
function packBytes(packet: Uint8Array, wanted: string): Uint8Array | undefined {
  if (packet[0] === band.data) return packet.subarray(1);
  if (packet[0] === band.error) throw serverError(textOf(packet.subarray(1)), wanted);
  if (packet[0] !== band.progress) checkLine(textOf(packet), wanted);
  return undefined;
}

/** The lines before a pack; in version 2 they include the names of sections. */
const linesBeforePack = /^(?:shallow |NAK|ACK |(?:shallow-info|packfile)\n?$)/;

function checkLine(line: string, wanted: string): void {
  if (line.startsWith("ERR ")) throw serverError(line.slice(4), wanted);
  if (!linesBeforePack.test(line)) throw damaged("the answer is not what was asked for");
}

function serverError(text: string, wanted: string): FailureError {
  if (/not our ref|unadvertised object/i.test(text)) {
    return new FailureError({ code: "ref-missing", ref: wanted, near: [] });
  }
  return damaged(`the server said: ${text.trim().slice(0, 200)}`);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** One clone's exchange with its server, over any number of packs. */
export interface Download {
  readonly http: GitHttp;
  readonly url: string;
  readonly signal: AbortSignal;
  readonly store: ObjectStore;
  readonly tools: PackTools;
  readonly budget: PackBudget;
  /** Bytes of all packs so far. */
  readonly received: () => number;
  readonly onProgress: ReportProgress;
}

/** Requests one pack and puts its verified objects into the store. Throws `FailureError`. */
export async function fetchObjects(download: Download, request: PackRequest): Promise<void> {
  const { http, url, store, tools, budget, signal, received, onProgress } = download;
  onProgress({ phase: "downloading", bytes: received() });
  const [pack, reader] = await Promise.all([fetchPack(http, url, request), PackReader.start(store, tools, budget)]);
  for await (const pieces of pack) {
    for (const piece of pieces) reader.push(piece);
    if (reader.total > 0) onProgress({ phase: "unpacking", bytes: received(), done: reader.done, total: reader.total });
  }
  reader.finish();
  onProgress({ phase: "verifying", done: reader.done, total: reader.total });
  if (signal.aborted) throw new FailureError({ code: "cancelled" });
}
