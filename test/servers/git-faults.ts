import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { setTimeout } from "node:timers/promises";

/**
 * What can go wrong between a git server and its reader. Those with `after` or `at` count bytes of the
 * pack (from its signature `PACK`) and touch only answers that carry one.
 */
export type Fault =
  /** The connection breaks. */
  | { readonly kind: "cut"; readonly after: number }
  /** The answer ends early but cleanly, as when a proxy closes for its upstream. */
  | { readonly kind: "cut-clean"; readonly after: number }
  /** One byte arrives inverted. */
  | { readonly kind: "flip"; readonly at: number }
  /** Nothing more arrives; the connection stays open until the reader leaves. */
  | { readonly kind: "stall"; readonly after: number }
  /** A page with status 200, as login walls answer. */
  | { readonly kind: "html" }
  | { readonly kind: "status"; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Not told from a missing one, but to those who send this token as their password. */
  | { readonly kind: "private"; readonly token: string }
  /** The header `Git-Protocol` is lost on the way, so the server speaks version 0. */
  | { readonly kind: "drop-git-protocol" }
  /** Headers that are not true, over the true answer. */
  | { readonly kind: "headers"; readonly headers: Readonly<Record<string, string>>; readonly only?: Stage }
  /** `Content-Length` says so many bytes more (or fewer) than there are. */
  | { readonly kind: "length"; readonly by: number; readonly only?: Stage }
  /** Instead of the answer these bytes, under its own content type. */
  | { readonly kind: "body"; readonly body: string; readonly only?: Stage }
  /** Instead of HTTP these bytes. */
  | { readonly kind: "raw"; readonly bytes: string; readonly only?: Stage }
  /** Instead of the answer these bytes, again and again until the reader leaves, under its own content type. */
  | { readonly kind: "endless"; readonly bytes: string; readonly only?: Stage }
  /** These bytes follow the answer. */
  | { readonly kind: "append"; readonly bytes: string; readonly only?: Stage }
  /** One byte after the other, so many milliseconds apart. */
  | { readonly kind: "drip"; readonly every: number; readonly only?: Stage };

/** What is asked for: what the server can do and has, a list of refs, or objects. A fault may touch one of them only. */
export type Stage = "advertisement" | "command" | "pack";

export function stageOf(method: string, body: Buffer): Stage {
  if (method === "GET") return "advertisement";
  return body.includes("want ") ? "pack" : "command";
}

/** The fault of the longest prefix that `url` starts with, if it touches that stage. */
export function faultFor(faults: ReadonlyMap<string, Fault> | undefined, url: string, stage: Stage): Fault | undefined {
  let longest = "";
  for (const prefix of faults?.keys() ?? []) {
    if (url.startsWith(prefix) && prefix.length > longest.length) longest = prefix;
  }
  const fault = faults?.get(longest);
  return fault && "only" in fault && fault.only !== stage ? undefined : fault;
}

/** Answers without asking git, where the fault leaves nothing of its answer; whether it did. */
export function answerInstead(fault: Fault | undefined, stage: Stage, response: ServerResponse): boolean {
  switch (fault?.kind) {
    case "html":
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end("<!doctype html><title>Sign in</title>");
      return true;
    case "status":
      response.writeHead(fault.status, { "content-type": "text/plain", ...fault.headers }).end(`${fault.status}\n`);
      return true;
    case "body":
      response.writeHead(200, { "content-type": contentTypeOf(stage) }).end(Buffer.from(fault.body, "latin1"));
      return true;
    case "endless":
      response.writeHead(200, { "content-type": contentTypeOf(stage) });
      // Ends when the reader leaves, which is no error here.
      pipeline(repeated(Buffer.from(fault.bytes, "latin1")), response, () => undefined);
      return true;
    case "raw":
      response.socket?.end(Buffer.from(fault.bytes, "latin1"));
      return true;
    default:
      return false;
  }
}

function* repeated(bytes: Buffer): Generator<Buffer> {
  // In pieces that a socket likes.
  const piece = Buffer.concat(Array.from({ length: Math.ceil(65_536 / bytes.length) }, () => bytes));
  for (;;) yield piece;
}

function contentTypeOf(stage: Stage): string {
  return `application/x-git-upload-pack-${stage === "advertisement" ? "advertisement" : "result"}`;
}

/** The headers of an answer of `length` bytes with `fault` worked into them. */
export function spoilHeaders(fault: Fault, length: number): Readonly<Record<string, string>> {
  if (fault.kind === "headers") return fault.headers;
  return fault.kind === "length" ? { "content-length": String(length + fault.by) } : {};
}

/** Whether the header `Authorization` holds `token` as the password, under whatever name (RFC 7617). */
export function holdsToken(authorization: string | undefined, token: string): boolean {
  const [, encoded = ""] = /^Basic (.+)$/.exec(authorization ?? "") ?? [];
  return (
    Buffer.from(encoded, "base64")
      .toString()
      .replace(/^[^:]*:/, "") === token
  );
}

/** Reads `/acme/skills=cut:2000`, `/acme=status:429`, `/x=html`, `/y=private:TOKEN`. */
export function parseFault(text: string): [prefix: string, fault: Fault] {
  const [prefix = "", rule = ""] = text.split("=", 2);
  const [kind, value = "0"] = rule.split(":", 2);
  const number = Number(value);
  switch (kind) {
    case "cut":
    case "cut-clean":
    case "stall":
      return [prefix, { kind, after: number }];
    case "flip":
      return [prefix, { kind, at: number }];
    case "status":
      return [prefix, { kind, status: number }];
    case "private":
      return [prefix, { kind, token: value }];
    case "html":
    case "drop-git-protocol":
      return [prefix, { kind }];
    default:
      throw new Error(`No such fault: ${text}`);
  }
}

/** The bytes of an answer with `fault` worked into them: into its pack, where it has one and the fault counts there. */
export async function* spoil(
  answer: AsyncIterable<Buffer>,
  fault: Fault,
  response: ServerResponse,
): AsyncGenerator<Buffer> {
  if (fault.kind === "drip") yield* drip(answer, fault.every);
  else yield* spoilPack(answer, fault, response);
  if (fault.kind === "append") yield Buffer.from(fault.bytes, "latin1");
}

async function* drip(answer: AsyncIterable<Buffer>, every: number): AsyncGenerator<Buffer> {
  for await (const chunk of answer) {
    for (const byte of chunk) {
      yield Buffer.of(byte);
      await setTimeout(every);
    }
  }
}

async function* spoilPack(
  answer: AsyncIterable<Buffer>,
  fault: Fault,
  response: ServerResponse,
): AsyncGenerator<Buffer> {
  let position = -1; // Bytes of the pack so far; -1 before its signature.
  for await (const chunk of answer) {
    const signature = position < 0 ? chunk.indexOf("PACK") : 0;
    if (signature < 0) {
      yield chunk;
      continue;
    }
    const start = Math.max(position, 0);
    position = start + chunk.length - signature;
    if (fault.kind === "flip" && fault.at >= start && fault.at < position) {
      const index = signature + fault.at - start;
      chunk[index] = 0xff ^ (chunk[index] ?? 0);
    } else if ("after" in fault && fault.after < position) {
      yield chunk.subarray(0, signature + fault.after - start);
      return await stop(fault, response);
    }
    yield chunk;
  }
}

async function stop(fault: Extract<Fault, { after: number }>, response: ServerResponse): Promise<void> {
  if (fault.kind === "cut-clean") return;
  if (fault.kind === "cut") {
    // Let what was written reach the reader first.
    await setTimeout(20);
    response.destroy();
    return;
  }
  await new Promise((left) => response.once("close", left));
}
