import { expect, test } from "vitest";
import { advertisement, packAnswer, packet } from "./relay-fixture.ts";
import { isWholeAnswer } from "./whole-answer.ts";

const pack = packAnswer(100_000);

function spoilt(bytes: Uint8Array, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = 0xff ^ (copy[at] ?? 0);
  return copy;
}

test.each([
  ["a list of refs", Buffer.from(advertisement)],
  ["a pack", pack],
  ["a pack with progress beside it", Buffer.concat([packet(Buffer.from("\u0002half done")), pack])],
  ["an answer of several sections", Buffer.from("0011shallow-info\n00010008NAK\n0000")],
])("%s is whole", (_, bytes) => {
  expect(isWholeAnswer(bytes)).toBe(true);
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["an answer cut before its flush", pack.subarray(0, -4)],
  ["an answer cut inside a packet", pack.subarray(0, 70_000)],
  ["an answer with something behind its end", Buffer.concat([pack, Buffer.from("x")])],
  ["what is not framed", Buffer.from("PACK and so on")],
  ["a length that means nothing", Buffer.from("00030000")],
  ["an error of the host", Buffer.concat([packet(Buffer.from("ERR upload-pack: not our ref")), Buffer.from("0000")])],
  ["an error beside the pack", Buffer.concat([packet(Buffer.from("\u0003out of memory")), Buffer.from("0000")])],
  ["a pack with a byte spoilt", spoilt(pack, 50_000)],
  ["a pack with its checksum spoilt", spoilt(pack, pack.length - 5)],
  ["what is called a pack and is none", Buffer.concat([packet(Buffer.from("\u0001PACK")), Buffer.from("0000")])],
])("%s is not whole", (_, bytes) => {
  expect(isWholeAnswer(bytes)).toBe(false);
});
