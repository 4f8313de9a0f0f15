import type { ServerResponse } from "node:http";
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
  | { readonly kind: "drop-git-protocol" };

/** The fault of the longest prefix that `url` starts with. */
export function faultFor(faults: ReadonlyMap<string, Fault> | undefined, url: string): Fault | undefined {
  let longest = "";
  for (const prefix of faults?.keys() ?? []) {
    if (url.startsWith(prefix) && prefix.length > longest.length) longest = prefix;
  }
  return faults?.get(longest);
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

/** The bytes of an answer with `fault` worked into its pack. */
export async function* spoil(
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
