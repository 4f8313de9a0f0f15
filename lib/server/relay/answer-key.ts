import { createHash } from "node:crypto";
import type { Question } from "./relay-upstream.ts";

/**
 * Names everything that an answer depends on: the address, whether the operator vouches for it, the protocol version
 * and the body. @returns undefined for a question with a password, whose answer is for nobody else.
 */
export function answerKey({ target, headers, body }: Question): string | undefined {
  if (headers.authorization !== undefined) return undefined;
  // An address that the operator no longer allows must not be answered from before; no part holds a newline but the body.
  const head = [target.trusted, target.operation, target.url.href, headers["git-protocol"] ?? "", ""].join("\n");
  return createHash("sha256")
    .update(head)
    .update(body ?? "")
    .digest("hex");
}
