import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { setTimeout } from "node:timers/promises";

/**
 * What can go wrong between a git server and its reader. Faults with `after` or `at` count bytes of the pack (from its signature `PACK`)
 * and affect only answers that contain one.
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
  /** Answers as if missing, except to a request with this token as its password. */
  | { readonly kind: "private"; readonly token: string }
  /** Drops the header `Git-Protocol`, so the server speaks version 0. */
  | { readonly kind: "drop-git-protocol" }
  /** Replaces headers by false ones, over the right answer. */
  | { readonly kind: "headers"; readonly headers: Readonly<Record<string, string>>; readonly only?: Stage }
  /** `Content-Length` is larger (or smaller) by this many bytes. */
  | { readonly kind: "length"; readonly by: number; readonly only?: Stage }
  /** Sends these bytes instead of the answer, with its content type. */
  | { readonly kind: "body"; readonly body: string; readonly only?: Stage }
  /** Sends these bytes instead of HTTP. */
  | { readonly kind: "raw"; readonly bytes: string; readonly only?: Stage }
  /** Repeats these bytes instead of the answer until the reader leaves, with its content type. */
  | { readonly kind: "endless"; readonly bytes: string; readonly only?: Stage }
  /** Appends these bytes to the answer. */
  | { readonly kind: "append"; readonly bytes: string; readonly only?: Stage }
  /** Sends single bytes, this many milliseconds apart. */
  | { readonly kind: "drip"; readonly every: number; readonly only?: Stage };

/** The part of the protocol: the capabilities, a command such as listing refs, or the objects. A fault may affect one of them only. */
export type Stage = "advertisement" | "command" | "pack";

export function stageOf(method: string, body: Buffer): Stage {
  if (method === "GET") return "advertisement";
  return body.includes("want ") ? "pack" : "command";
}

/** The fault with the longest prefix of `url`, if it affects that stage. */
export function faultFor(faults: ReadonlyMap<string, Fault> | undefined, url: string, stage: Stage): Fault | undefined {
  let longest = "";
  for (const prefix of faults?.keys() ?? []) {
    if (url.startsWith(prefix) && prefix.length > longest.length) longest = prefix;
  }
  const fault = faults?.get(longest);
  return fault && "only" in fault && fault.only !== stage ? undefined : fault;
}

/** Answers without asking git, if the fault replaces the whole answer; returns whether it did. */
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
      // Ends with an error when the reader leaves, which is expected here.
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
  // In pieces of a socket's size.
  const piece = Buffer.concat(Array.from({ length: Math.ceil(65_536 / bytes.length) }, () => bytes));
  for (;;) yield piece;
}

function contentTypeOf(stage: Stage): string {
  return `application/x-git-upload-pack-${stage === "advertisement" ? "advertisement" : "result"}`;
}

/** The headers of an answer of `length` bytes, with `fault` applied. */
export function spoilHeaders(fault: Fault, length: number): Readonly<Record<string, string>> {
  if (fault.kind === "headers") return fault.headers;
  return fault.kind === "length" ? { "content-length": String(length + fault.by) } : {};
}

/** Whether the header `Authorization` has `token` as its password, with any user name (RFC 7617). */
export function holdsToken(authorization: string | undefined, token: string): boolean {
  const [, encoded = ""] = /^Basic (.+)$/.exec(authorization ?? "") ?? [];
  return (
    Buffer.from(encoded, "base64")
      .toString()
      .replace(/^[^:]*:/, "") === token
  );
}

/** Parses `/acme/skills=cut:2000`, `/acme=status:429`, `/x=html`, `/y=private:TOKEN`. */
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

/** The bytes of an answer with `fault` applied; faults that count pack bytes are applied to its pack. */
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
    // Lets the reader receive what was written first.
    await setTimeout(20);
    response.destroy();
    return;
  }
  await new Promise((left) => response.once("close", left));
}
