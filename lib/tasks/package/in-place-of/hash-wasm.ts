import { createHash, type Hash } from "node:crypto";

/** Replaces the page's WebAssembly SHA-1 in the package by Node's own. */
export function createSHA1(): Promise<{ init(): Sum }> {
  return Promise.resolve({ init: () => sumOf(createHash("sha1")) });
}

interface Sum {
  update(bytes: Uint8Array): void;
  digest(): string;
}

function sumOf(hash: Hash): Sum {
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest("hex") };
}
