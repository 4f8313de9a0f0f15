import { type ReactNode, Suspense } from "react";
import { LateStatus } from "#components/ui/empty-state.tsx";
import { lazyPart } from "#components/ui/fetched-part.tsx";
import { WorkspaceProvider } from "#components/workspace/workspace-context.tsx";
import { type EmbedView, withoutEmbed } from "#lib/share/embed.ts";
import { parseLink } from "#lib/share/link.ts";
import { formatLinkQuery, parseLinkQuery } from "#lib/share/link-query.ts";
import type { EmbeddedWorkspace } from "#lib/workspace/open-embedded.ts";
import { openEmbedded } from "#lib/workspace/open-embedded.ts";
import { EmbedContent } from "./embed-content.tsx";

/** Fetched when asked for: it needs no workspace. */
const ReportBrief = lazyPart(async () => (await import("./report-brief.tsx")).ReportBrief);

/** The content of an embed's frame, and how to close it. */
export interface OpenEmbed {
  readonly content: ReactNode;
  close(): Promise<void>;
}

/** Opens what an embed's address names. */
export function openEmbed(path: string, search: string, view: EmbedView): OpenEmbed {
  const link = path.replace(/^\/report(?=\/)/, "");
  const source = view === "report" ? parseLink(link, search)?.source : undefined;
  if (view === "report" && source) {
    return {
      content: (
        <Suspense fallback={<LateStatus>Fetching the view…</LateStatus>}>
          <ReportBrief source={source} />
        </Suspense>
      ),
      close: async () => undefined,
    };
  }
  const workspace = openEmbedded({ path: link, search });
  return {
    content: (
      <WorkspaceProvider workspace={withFilesOutside(workspace, link)} isEmbedded>
        <EmbedContent view={view === "report" ? "skills" : view} />
      </WorkspaceProvider>
    ),
    close: workspace.close,
  };
}

/** Wraps a workspace so that files open in the lab, in a new tab. */
function withFilesOutside(workspace: EmbeddedWorkspace, path: string): EmbeddedWorkspace {
  function openFile(name: string, line?: number): void {
    const { files, mounts, profileId } = workspace.store.getState();
    const place = files.locate(name);
    const file =
      place?.mountId === mounts[0]?.id && place ? { path: place.path.slice(1), ...(line && { line }) } : undefined;
    const { file: _, view: __, ...query } = parseLinkQuery(new URL(withoutEmbed(location), location.origin).search);
    const search = formatLinkQuery({ ...query, profile: profileId, ...(file && { file }) });
    window.open(path + search, "_blank", "noopener");
  }
  return { ...workspace, actions: { ...workspace.actions, openFile } };
}
