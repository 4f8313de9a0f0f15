import type { Fault } from "./git-faults.ts";

const html = "<!doctype html><title>Sign in</title>";
const packet = (text: string) => (text.length + 4).toString(16).padStart(4, "0") + text;
const refLine = `${"1".repeat(40)} refs/heads/main\n`;
const chunked =
  "HTTP/1.1 200 OK\r\ncontent-type: application/x-git-upload-pack-result\r\ntransfer-encoding: chunked\r\n\r\n";
const flood = `HTTP/1.1 200 OK\r\n${Array.from({ length: 5000 }, (_, i) => `x-${i}: ${"y".repeat(200)}\r\n`).join("")}\r\n`;

/** What a server or a proxy may answer, and the failure that each answer leads to. */
export const hostileAnswers: readonly (readonly [what: string, fault: Fault, code: string])[] = [
  ...([401, 403, 404, 410, 451] as const).map(
    (status) => [`answers ${status}`, { kind: "status", status }, "repository-missing"] as const,
  ),
  ["answers 429", { kind: "status", status: 429 }, "rate-limited"],
  [
    "answers 403 and when to come again",
    { kind: "status", status: 403, headers: { "retry-after": "60" } },
    "rate-limited",
  ],
  ...([204, 206, 300, 304, 400, 405, 418, 500, 502, 503, 504, 511] as const).map(
    (status) => [`answers ${status}`, { kind: "status", status }, "server-error"] as const,
  ),
  ["answers with a page", { kind: "html" }, "not-git"],
  [
    "lists refs as plain text",
    { kind: "headers", headers: { "content-type": "text/plain" }, only: "advertisement" },
    "not-git",
  ],
  [
    "lists refs for pushing",
    {
      kind: "headers",
      headers: { "content-type": "application/x-git-receive-pack-advertisement" },
      only: "advertisement",
    },
    "not-git",
  ],
  ["lists refs without a type", { kind: "headers", headers: { "content-type": "" }, only: "advertisement" }, "not-git"],
  [
    "sends the pack as plain text",
    { kind: "headers", headers: { "content-type": "text/plain" }, only: "pack" },
    "not-git",
  ],
  [
    "says that refs are compressed, which are not",
    { kind: "headers", headers: { "content-encoding": "gzip" }, only: "advertisement" },
    "network-cut",
  ],
  [
    "says that a pack is compressed, which is not",
    { kind: "headers", headers: { "content-encoding": "gzip" }, only: "pack" },
    "network-cut",
  ],
  ["says that refs are longer than they are", { kind: "length", by: 100, only: "advertisement" }, "network-cut"],
  ["says that a pack is longer than it is", { kind: "length", by: 100, only: "pack" }, "network-cut"],
  ["says that a pack is shorter than it is", { kind: "length", by: -100, only: "pack" }, "pack-damaged"],
  [
    "says that a pack has no length",
    { kind: "headers", headers: { "content-length": "-1" }, only: "pack" },
    "network-cut",
  ],
  ["says two lengths", { kind: "headers", headers: { "content-length": "10, 20" }, only: "pack" }, "network-cut"],
  ["floods with headers", { kind: "raw", bytes: flood }, "network-cut"],
  ["speaks no HTTP", { kind: "raw", bytes: "SSH-2.0-OpenSSH_9.9\r\n" }, "network-cut"],
  ["says nothing", { kind: "raw", bytes: "" }, "network-cut"],
  ["says nothing instead of a pack", { kind: "raw", bytes: "", only: "pack" }, "network-cut"],
  ["breaks the framing of chunks", { kind: "raw", bytes: `${chunked}zz\r\n`, only: "pack" }, "network-cut"],
  ["ends inside a chunk", { kind: "raw", bytes: `${chunked}ff\r\n0008NAK\n`, only: "pack" }, "network-cut"],
  ["has an empty body for refs", { kind: "body", body: "", only: "advertisement" }, "not-git"],
  ["has a page for refs, typed as refs", { kind: "body", body: html, only: "advertisement" }, "not-git"],
  ["has refs cut inside a packet", { kind: "body", body: "001e# service=git-upl", only: "advertisement" }, "not-git"],
  ["has a packet of no length among the refs", { kind: "body", body: "zzzz", only: "advertisement" }, "not-git"],
  ["lists refs without end", { kind: "endless", bytes: packet(refLine), only: "advertisement" }, "too-many-refs"],
  [
    "lists refs without end when asked for some",
    { kind: "endless", bytes: packet(refLine), only: "command" },
    "too-many-refs",
  ],
  ["lists nothing without end", { kind: "endless", bytes: "0000", only: "advertisement" }, "too-many-refs"],
  ["says without end how far it is", { kind: "endless", bytes: packet("\x02Counting"), only: "pack" }, "pack-damaged"],
  ["sends packets of nothing without end", { kind: "endless", bytes: packet("\x01"), only: "pack" }, "pack-damaged"],
  ["ends the packets without end", { kind: "endless", bytes: "0000", only: "pack" }, "pack-damaged"],
  ["has an empty body for a pack", { kind: "body", body: "", only: "pack" }, "pack-damaged"],
  ["has a page for a pack, typed as one", { kind: "body", body: html, only: "pack" }, "pack-damaged"],
  ["says NAK and no more", { kind: "body", body: packet("NAK\n"), only: "pack" }, "pack-damaged"],
  ["says an error", { kind: "body", body: packet("ERR out of memory"), only: "pack" }, "pack-damaged"],
  [
    "says an error in the pack's own band",
    { kind: "body", body: packet("NAK\n") + packet("\x03out of memory"), only: "pack" },
    "pack-damaged",
  ],
  [
    "says only how far it is",
    { kind: "body", body: packet("NAK\n") + packet("\x02Counting"), only: "pack" },
    "pack-damaged",
  ],
  [
    "sends a pack of another version",
    { kind: "body", body: packet("NAK\n") + packet("\x01PACK\0\0\0\x03\0\0\0\x01"), only: "pack" },
    "pack-damaged",
  ],
  [
    "sends a pack of four thousand million objects",
    { kind: "body", body: packet("NAK\n") + packet("\x01PACK\0\0\0\x02\xff\xff\xff\xff"), only: "pack" },
    "too-many-files",
  ],
  [
    "sends a pack of nothing",
    { kind: "body", body: packet("NAK\n") + packet("\x01PACK\0\0\0\x02\0\0\0\0"), only: "pack" },
    "pack-damaged",
  ],
  ["adds bytes behind the pack", { kind: "append", bytes: packet("\x01more"), only: "pack" }, "pack-damaged"],
  ["adds what is no packet", { kind: "append", bytes: "more", only: "pack" }, "pack-damaged"],
  ["cuts the connection in the pack", { kind: "cut", after: 100 }, "network-cut"],
  ["ends the pack early", { kind: "cut-clean", after: 100 }, "pack-damaged"],
  ["changes a byte", { kind: "flip", at: 60 }, "pack-damaged"],
  ["falls silent in the pack", { kind: "stall", after: 100 }, "network-cut"],
];
