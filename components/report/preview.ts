import type { Metadata } from "next";
import { formatSourcePath } from "#lib/share/source-path.ts";
import type { Source } from "#lib/vfs/source.ts";

/** What a link to a source unfurls to, where the server can draw it: of a repository its card. */
export function previewOf(source: Source | undefined, title: string): Pick<Metadata, "openGraph"> {
  const path = source?.kind === "git" ? formatSourcePath(source) : undefined;
  if (path === undefined) return {};
  const image = { url: `/og${path}`, width: 1200, height: 630, alt: `What each agent makes of the skills of ${title}` };
  return { openGraph: { type: "website", siteName: "Skillground", title, images: [image] } };
}
