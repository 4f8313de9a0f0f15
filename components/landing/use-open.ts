"use client";

import { useRouter } from "next/navigation";
import { formatLink } from "#lib/share/link.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { announceArrival } from "#lib/workspace/arrival.ts";
import type { Incoming } from "#lib/workspace/fetch-source.ts";

/** Goes to the workspace of what a person gave on this page: a source with an address, or files without one. */
export function useOpen(): (incoming: Incoming) => void {
  const router = useRouter();
  return (incoming) => {
    const isSource = incoming.kind === "source";
    const address = isSource ? formatLink({ source: incoming.source }) : `/local/${crypto.randomUUID()}`;
    if (isSource && incoming.source.kind === "git") void begin(incoming.source);
    announceArrival({ path: address.replace(/\?.*/, ""), own: true, incoming });
    router.push(address);
  };
}

/** The clone runs while the lab's page loads. */
async function begin(source: GitSource): Promise<void> {
  const { beginClone } = await import("#lib/git/begun-clone.ts");
  beginClone(source);
}
