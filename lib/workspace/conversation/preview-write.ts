import { withHome, writeRequestOf } from "#lib/chat/tool-call.ts";
import { runWriteTool } from "#lib/harness/access/write-tool.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { place } from "#lib/stage/place.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import { readText } from "#lib/vfs/files.ts";
import { resolvePath } from "#lib/vfs/paths.ts";

/** What a write tool's call would do now. */
export type WritePreview =
  /** `before`: absent for a new file. */
  | { readonly kind: "change"; readonly path: string; readonly before?: string; readonly after: string }
  /** The file it would change is on its way; `files` is another one once it has come. */
  | { readonly kind: "pending" }
  /** It would change nothing; `reason`: what the harness says. */
  | { readonly kind: "refused"; readonly reason: string };

/** What the person is asked to allow; `undefined` when the call is of no write tool of the harness. */
export function previewWrite(
  { profileId, files, view }: Pick<WorkspaceState, "profileId" | "files" | "view">,
  toolName: string,
  input: unknown,
): WritePreview | undefined {
  const profile = profileById(profileId);
  const tool = profile.writeTools.tools.find(({ name }) => name === toolName);
  const request = writeRequestOf(input);
  if (!tool || !request) return undefined;
  const asked = withHome(request, place.home);
  if (files.whenSettled?.(resolvePath(place.cwd, asked.path)) !== undefined) return { kind: "pending" };
  const outcome = runWriteTool(profile, { ...view, files, place }, tool, asked);
  if (outcome.kind === "refused") return outcome;
  const { path, text } = outcome.write;
  const before = readText(files, path);
  return { kind: "change", path, after: text ?? "", ...(before !== undefined && { before }) };
}
