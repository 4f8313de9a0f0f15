import { createHash, type Hash } from "node:crypto";

/** SHA-1 as the page's WebAssembly has it, by Node's own in the package. */
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
