"use client";

// Next exports the type of this option nowhere else.
import type { PrefetchKind } from "next/dist/client/components/router-reducer/router-reducer-types";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DropZone } from "#components/mounts/adding/drop-zone.tsx";
import { SourceBox } from "#components/mounts/adding/source-box.tsx";
import { UploadButtons } from "#components/mounts/adding/upload-buttons.tsx";
import { prepareLab } from "#components/workbench/fetch-lab.ts";
import type { Incoming } from "#lib/fetching/incoming.ts";
import { canReachServer } from "#lib/offline/can-reach-server.ts";
import { isLabKept } from "#lib/offline/kept-lab.ts";
import { formatLink } from "#lib/share/link.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { announceArrival } from "#lib/workspace/opening/arrival.ts";
import styles from "./opener.module.css";

const examples = [
  "anthropics/skills",
  "vercel-labs/agent-skills@react-best-practices",
  "npx skills add obra/superpowers",
];

/** All ways to open something: the address box, the two upload buttons, and a drop anywhere on the page. */
export function Opener() {
  const { open, prepare, missing } = useOpening();
  return (
    <>
      <SourceBox size="large" onOpen={open} onGiven={prepare} examples={examples} />
      <p aria-live="polite" className={styles.cutOff}>
        {missing && `You are offline, and ${missing} is not on this device yet. Try again when you are online.`}
      </p>
      <p className={styles.upload}>
        <span>Or drop files anywhere</span>
        <UploadButtons onPick={open} />
      </p>
      <DropZone onDrop={open} />
    </>
  );
}

/** Prefetches the whole page: by default Next prefetches only the shell of a dynamic one. */
const wholePage = { kind: "full" as PrefetchKind };

interface Opening {
  /** Opens what a person gave on this page: a source with an address, or files without one. */
  readonly open: (incoming: Incoming) => Promise<void>;
  /** Prefetches the page that `open` would go to, and the lab on it. */
  readonly prepare: (incoming: Incoming) => void;
  /** What could not be opened because it must be fetched and there is no network. */
  readonly missing: string | undefined;
}

function useOpening(): Opening {
  const router = useRouter();
  const [missing, setMissing] = useState<string>();
  return {
    missing,
    async open(incoming) {
      const missing = await missingFor(incoming);
      setMissing(missing);
      if (missing) return;
      const address = addressOf(incoming);
      if (incoming.kind === "source" && incoming.source.kind === "git") void begin(incoming.source);
      announceArrival({ path: address.replace(/\?.*/, ""), own: true, incoming });
      router.push(address);
    },
    prepare(incoming) {
      if (incoming.kind === "source") router.prefetch(addressOf(incoming), wholePage);
      prepareLab();
    },
  };
}

function addressOf(incoming: Incoming): string {
  return incoming.kind === "source" ? formatLink({ source: incoming.source }) : `/local/${crypto.randomUUID()}`;
}

/** Starts the clone while the lab's page loads. */
async function begin(source: GitSource): Promise<void> {
  // If the code cannot be fetched, the lab asks again and tells.
  const code = await import("#lib/git/clone/clone.ts").catch(() => undefined);
  code?.prefetchClone(source, true);
}

/** What is missing to open something without a network; the person's own files need only the lab. */
async function missingFor({ kind }: Incoming): Promise<string | undefined> {
  // A browser without a network may still reach a server on its own machine.
  if (navigator.onLine || (await canReachServer())) return undefined;
  if (!(await isLabKept())) return "the lab";
  return kind === "source" ? "the source" : undefined;
}
