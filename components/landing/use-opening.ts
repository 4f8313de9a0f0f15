// Next tells the type of its option nowhere else.
import type { PrefetchKind } from "next/dist/client/components/router-reducer/router-reducer-types";
import { useRouter } from "next/navigation";
import { formatLink } from "#lib/share/link.ts";
import { prepareSample } from "#lib/upload/sample.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { announceArrival } from "#lib/workspace/arrival.ts";
import type { Incoming } from "#lib/workspace/fetch-source.ts";

/** Without this Next prefetches of a page with a policy of its own no more than its frame. */
const wholePage = { kind: "full" as PrefetchKind };

interface Opening {
  /** Goes to the workspace of what a person gave on this page: a source with an address, or files without one. */
  readonly open: (incoming: Incoming) => void;
  /** Loads the page to which they would go, and the skills that come with a harness. */
  readonly prepare: (incoming: Incoming) => void;
}

export function useOpening(): Opening {
  const router = useRouter();
  return {
    open(incoming) {
      const address = addressOf(incoming);
      if (incoming.kind === "source" && incoming.source.kind === "git") void begin(incoming.source);
      announceArrival({ path: address.replace(/\?.*/, ""), own: true, incoming });
      router.push(address);
    },
    prepare(incoming) {
      if (incoming.kind === "source") router.prefetch(addressOf(incoming), wholePage);
      prepareSample("bundled");
    },
  };
}

function addressOf(incoming: Incoming): string {
  return incoming.kind === "source" ? formatLink({ source: incoming.source }) : `/local/${crypto.randomUUID()}`;
}

/** The clone runs while the lab's page loads. */
async function begin(source: GitSource): Promise<void> {
  const { beginClone } = await import("#lib/git/begun-clone.ts");
  beginClone(source);
}
