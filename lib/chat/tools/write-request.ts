import type { WriteRequest } from "#lib/chat/session.ts";
import { textField } from "#lib/chat/tool-call.ts";

/** What the input of a write tool asks for, told by its shape; `undefined` when it is none (yet). */
export function writeRequestOf(input: unknown): WriteRequest | undefined {
  const path = textField(input, "path");
  if (path === undefined) return undefined;
  const content = textField(input, "content");
  if (content !== undefined) return { path, content };
  const find = textField(input, "old_string");
  const replace = textField(input, "new_string");
  if (find !== undefined && replace !== undefined) return { path, patches: [{ find, replace }] };
  const patches = patchesIn(input);
  return patches && { path, patches };
}

function patchesIn(input: unknown): WriteRequest["patches"] {
  const { patches } = (input ?? {}) as { readonly patches?: unknown };
  if (!Array.isArray(patches)) return undefined;
  const read = patches.flatMap((patch: unknown) => {
    const find = textField(patch, "find");
    const replace = textField(patch, "replace");
    return find === undefined || replace === undefined ? [] : [{ find, replace }];
  });
  return read.length === patches.length ? read : undefined;
}

/** The request with `~` spelled out, which a harness's own tools do not know; any other path stays as written. */
export function withHome(request: WriteRequest, home: string): WriteRequest {
  const path = request.path.trim();
  return path === "~" || path.startsWith("~/") ? { ...request, path: home + path.slice(1) } : request;
}
