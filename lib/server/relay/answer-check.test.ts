import { describe, expect, test } from "vitest";
import { AnswerCheck } from "./answer-check.ts";
import { advertisement, packAnswer, packet } from "./relay-fixture.ts";
import type { RelayOperation } from "./relay-target.ts";

const pack = packAnswer(100_000);
const flush = Buffer.from("0000");

function line(text: string): Buffer {
  return packet(Buffer.from(text, "latin1"));
}

/** How many of `bytes` are accepted as git's, and whether the answer may be shared: fed whole and byte by byte. */
function check(bytes: Buffer, operation: RelayOperation = "exchange", wholeUpTo = 1e9) {
  const outcomes = [bytes.length, 1, 7].map((size) => {
    const check = new AnswerCheck(operation, wholeUpTo);
    let isGit = true;
    for (let at = 0; at < bytes.length && isGit; at += size) isGit = check.push(bytes.subarray(at, at + size));
    return { isGit, isComplete: check.isComplete, isWhole: check.isWhole };
  });
  expect(outcomes.slice(1)).toEqual([outcomes[0], outcomes[0]]);
  return outcomes[0];
}

function spoilt(bytes: Uint8Array, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = 0xff ^ (copy[at] ?? 0);
  return copy;
}

const id = "a".repeat(40);
const oldAdvertisement = [
  line("# service=git-upload-pack\n"),
  flush,
  line(`${id} HEAD\0multi_ack side-band-64k symref=HEAD:refs/heads/main agent=git/2.39\n`),
  line(`${id} refs/heads/${"long/".repeat(200)}main\n`),
  line(`shallow ${id}\n`),
  flush,
];

describe("whole, and for others", () => {
  test.each<[string, RelayOperation, Buffer]>([
    ["what a host of version 2 can do", "advertise", Buffer.from(advertisement)],
    [
      "all that one can do",
      "advertise",
      Buffer.concat([
        ...["version 2\n", "agent=git/2.45 x\n", "ls-refs=unborn\n", "fetch=shallow filter\n", "server-option\n"].map(
          line,
        ),
        flush,
      ]),
    ],
    ["the refs of an older one", "advertise", Buffer.concat(oldAdvertisement)],
    [
      "a list of refs",
      "exchange",
      Buffer.concat([line(`${id} HEAD symref-target:refs/heads/main\n`), line("unborn HEAD\n"), flush]),
    ],
    ["a pack", "exchange", pack],
    ["a pack with progress beside it", "exchange", Buffer.concat([line("\u0002half done"), pack])],
    ["an answer of several sections", "exchange", Buffer.from("0011shallow-info\n00010008NAK\n0000")],
  ])("%s", (_, operation, bytes) => {
    expect(check(bytes, operation)).toEqual({ isGit: true, isComplete: true, isWhole: true });
  });
});

describe("git's, but for nobody else", () => {
  test.each([
    ["nothing", Buffer.alloc(0)],
    ["an answer cut before its flush", pack.subarray(0, -4)],
    ["a pack without side band", Buffer.from("0008NAK\nPACK\0\0\0\x02 and so on")],
    ["an error of the host", Buffer.concat([line("ERR upload-pack: not our ref"), flush])],
    ["an error beside the pack", Buffer.concat([line("\u0003out of memory"), flush])],
    ["a pack with a byte spoilt", spoilt(pack, 50_000)],
    ["a pack with its checksum spoilt", spoilt(pack, pack.length - 5)],
    ["a pack that is too short for a checksum", Buffer.concat([line("\u0001PACK\0\0\0\x02"), flush])],
  ])("%s", (_, bytes) => {
    expect(check(bytes)).toEqual({ isGit: true, isComplete: true, isWhole: false });
  });

  test("a pack longer than is worth a checksum", () => {
    expect(check(pack, "exchange", 50_000)).toMatchObject({ isGit: true, isWhole: false });
  });

  test.each([
    ["inside a packet", pack.subarray(0, 70_000)],
    ["inside a length", Buffer.concat([pack, Buffer.from("00")])],
  ])("an answer that may not end here: %s", (_, bytes) => {
    expect(check(bytes)).toEqual({ isGit: true, isComplete: false, isWhole: false });
  });
});

describe("not git's", () => {
  test.each<[string, RelayOperation, Buffer]>([
    ["what is not framed", "exchange", Buffer.concat([pack, Buffer.from("HTTP/1.1 200 OK")])],
    ["a length that means nothing", "exchange", Buffer.from("00030000")],
    ["a line that git has no use for", "exchange", Buffer.concat([line("NAK\n"), line("GET / HTTP/1.1\n")])],
    ["another channel", "exchange", line("\0junk")],
    ["what is called a pack and is none", "exchange", Buffer.concat([line("\u0001PACK"), line("\u0001junk"), flush])],
    ["a pack in an advertisement", "advertise", Buffer.from(`${advertisement}PACK`)],
    ["a side band in an advertisement", "advertise", Buffer.concat([line("version 2\n"), line("\u0001PACK")])],
    ["junk behind an advertisement", "advertise", Buffer.concat([...oldAdvertisement, line("!junk\n")])],
  ])("%s", (_, operation, bytes) => {
    expect(check(bytes, operation)).toMatchObject({ isGit: false });
  });
});
