import type { Metadata } from "next";
import { formatSourcePath } from "#lib/share/source-path.ts";
import type { Source } from "#lib/vfs/source.ts";

/** The Open Graph data of a link to a source: its card where the server can draw one, which it can for repositories. */
export function previewOf(source: Source | undefined, title: string): Pick<Metadata, "openGraph"> {
  const path = source?.kind === "git" ? formatSourcePath(source) : undefined;
  if (path === undefined) return {};
  const image = { url: `/og${path}`, width: 1200, height: 630, alt: `What each agent makes of the skills of ${title}` };
  return { openGraph: { type: "website", siteName: "Skillground", title, images: [image] } };
}
