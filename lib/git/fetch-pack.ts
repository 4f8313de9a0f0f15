import { FailureError } from "#lib/failure.ts";
import { damaged } from "./damaged.ts";
import type { GitHttp } from "./git-http.ts";
import { flushPacket, packetLine, readPackets } from "./packet-line.ts";

/**
 * The pack with the object `id` and, for a commit or tag, the files of that one commit (no history), as
 * it arrives. One request in protocol version 0, which every server speaks without being asked first;
 * isomorphic-git's own fetch would inflate the whole pack before any limit can be checked.
 * Throws `ref-missing` when the server has no such object (or does not give it away).
 */
export async function* fetchPack(http: GitHttp, url: string, id: string): AsyncGenerator<Uint8Array, void> {
  const { body } = await http({
    url: `${url}/git-upload-pack`,
    method: "POST",
    headers: {
      "content-type": "application/x-git-upload-pack-request",
      accept: "application/x-git-upload-pack-result",
    },
    body: new TextEncoder().encode(packRequest(id)),
  });
  for await (const packet of readPackets(body)) {
    if (packet) yield* packBytes(packet, id);
  }
}

function packRequest(id: string): string {
  const capabilities = "ofs-delta side-band-64k no-progress agent=skillground";
  return packetLine(`want ${id} ${capabilities}\n`) + packetLine("deepen 1\n") + flushPacket + packetLine("done\n");
}

/** Channels of the side band (gitprotocol-pack, "Packfile Data"); before it come lines of text. */
const band = { data: 1, progress: 2, error: 3 } as const;

function* packBytes(packet: Uint8Array, id: string): Generator<Uint8Array, void> {
  if (packet[0] === band.data) yield packet.subarray(1);
  else if (packet[0] === band.error) throw serverError(textOf(packet.subarray(1)), id);
  else if (packet[0] !== band.progress) checkLine(textOf(packet), id);
}

function checkLine(line: string, id: string): void {
  if (line.startsWith("ERR ")) throw serverError(line.slice(4), id);
  if (!/^(?:shallow |NAK|ACK )/.test(line)) throw damaged("the answer is not what was asked for");
}

function serverError(text: string, id: string): FailureError {
  if (/not our ref|unadvertised object/i.test(text)) {
    return new FailureError({ code: "ref-missing", ref: id, near: [] });
  }
  return damaged(`the server said: ${text.trim().slice(0, 200)}`);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
