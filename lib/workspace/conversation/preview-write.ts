import { withHome, writeRequestOf } from "#lib/chat/tool-call.ts";
import { runWriteTool } from "#lib/harness/access/write-tool.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { place } from "#lib/stage/place.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import { readText } from "#lib/vfs/files.ts";
import { resolvePath } from "#lib/vfs/paths.ts";

/** The effect that a write tool's call would have now. */
export type WritePreview =
  /** `before`: absent for a new file. */
  | { readonly kind: "change"; readonly path: string; readonly before?: string; readonly after: string }
  /** The contents of the file have not arrived yet; `files` will be another object once they have. */
  | { readonly kind: "pending" }
  /** The call would change nothing; `reason`: the harness's message. */
  | { readonly kind: "refused"; readonly reason: string };

/** The change that the person is asked to allow; `undefined` when the call is not of a write tool of the harness. */
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
