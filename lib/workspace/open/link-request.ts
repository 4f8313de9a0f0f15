import type { WorkspaceLink } from "#lib/share/link.ts";

/** What a link asks for beside its source. */
export interface LinkRequest {
  readonly profileId?: string;
  readonly skill?: string;
  readonly file?: { readonly path: string; readonly line?: number };
  readonly prompt?: string;
}

export function linkRequest(link: WorkspaceLink | undefined): LinkRequest {
  if (!link) return {};
  const { profile, skill, file, prompt } = link;
  return {
    ...(profile && { profileId: profile }),
    ...(skill && { skill }),
    ...(file && { file }),
    ...(prompt && { prompt }),
  };
}
