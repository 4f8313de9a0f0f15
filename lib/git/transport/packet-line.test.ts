import { describe, expect, it } from "vitest";
import { packetLine, readPackets } from "./packet-line.ts";

async function packetsIn(...pieces: string[]): Promise<(string | undefined)[]> {
  async function* stream() {
    for (const piece of pieces) yield new TextEncoder().encode(piece);
  }
  const packets: (string | undefined)[] = [];
  for await (const together of readPackets(stream())) {
    packets.push(...together.map((packet) => packet && new TextDecoder().decode(packet)));
  }
  return packets;
}

describe("packets", () => {
  it("count bytes, not characters", () => {
    expect(packetLine("want é\n")).toBe("000cwant é\n");
  });

  it("are found across pieces, flushes as gaps", async () => {
    expect(await packetsIn("0008NA", "K\n00", "000005x0004")).toEqual(["NAK\n", undefined, "x", ""]);
    expect(await packetsIn()).toEqual([]);
  });

  it.each(["0009NAK", "00", "<!doctype html>", "0003"])("throw for %j", async (text) => {
    await expect(packetsIn(text)).rejects.toThrow("pack-damaged");
  });
});
