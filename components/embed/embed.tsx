import { type ReactNode, useEffect, useState } from "react";
import { LateStatus } from "#components/ui/empty-state.tsx";
import { NotFetched } from "#components/ui/fetched-part.tsx";
import { ignoreFailure } from "#lib/failure.ts";
import { embedViewOf } from "#lib/share/embed.ts";
import { parseLinkQuery } from "#lib/share/link-query.ts";
import { EmbedFrame } from "./embed-frame.tsx";
import type { FramingObjection } from "./framing.ts";
import type { OpenEmbed } from "./open-embed.tsx";

interface EmbedProps {
  readonly path: string;
  readonly search: string;
}

/** An embed: one view of a source within another site's page, and the link to the lab. */
export function Embed({ path, search }: EmbedProps) {
  const view = embedViewOf(path, parseLinkQuery(search));
  const [attempt, setAttempt] = useState(0);
  const [content, setContent] = useState<ReactNode>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt is the same again
  useEffect(() => {
    let opened: OpenEmbed | undefined;
    let left = false;
    async function open() {
      // So the build leaves the views out of the server, which draws the frame only.
      if (typeof window === "undefined") return;
      const fetched = await import("./open-embed.tsx").catch(ignoreFailure);
      if (left) return;
      opened = fetched?.openEmbed(location.pathname, search, view);
      setContent(
        opened?.content ?? (
          <NotFetched onRetry={() => setAttempt(attempt + 1)}>This view could not be loaded.</NotFetched>
        ),
      );
    }
    setContent(undefined);
    void open();
    return () => {
      left = true;
      void opened?.close();
    };
  }, [path, search, view, attempt]);
  return <EmbedFrame view={view}>{content ?? <LateStatus>Opening…</LateStatus>}</EmbedFrame>;
}

/** Shown in place of a page that refuses to be drawn in a frame. */
export function NotInFrame({ objection, path }: { objection: FramingObjection; path: string }) {
  return (
    <main className="message">
      <h1>Not in a frame</h1>
      <p>
        {objection === "within-an-embed"
          ? "An embed of Skillground does not open within another one. Nothing was loaded."
          : "For your safety, Skillground shows only embeds inside other pages."}
      </p>
      <a href={path} target="_blank" rel="noopener">
        Open in a new tab
      </a>
    </main>
  );
}
