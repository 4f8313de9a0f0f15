import type { WriteTool } from "#lib/harness/vocabulary/access.ts";
import { type Profile, reloadsOn } from "#lib/harness/vocabulary/profile.ts";
import type { FileWrite, Session } from "#lib/harness/vocabulary/session.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { dirname, resolvePath } from "#lib/vfs/paths.ts";

/** What a model asks a write tool for. `find` must stand in the file exactly once. */
export interface WriteRequest {
  /** Absolute, or from the working folder. */
  readonly path: string;
  readonly content?: string;
  readonly patches?: readonly { readonly find: string; readonly replace: string }[];
}

export type WriteOutcome =
  | {
      readonly kind: "written";
      /** What the tool prints. */
      readonly output: string;
      readonly write: FileWrite;
      /** Whether the harness looks at the disk again because of it. */
      readonly reload: boolean;
    }
  | { readonly kind: "refused"; readonly reason: string };

/** Runs a write tool over the tree as it is now. The guard was asked before. */
export function runWriteTool(profile: Profile, session: Session, tool: WriteTool, request: WriteRequest): WriteOutcome {
  const path = resolvePath(session.place.cwd, request.path);
  const blocked = whyNoPlace(session.files, path);
  if (blocked !== undefined) return { kind: "refused", reason: `${blocked}.` };
  const result = tool.kind === "write" ? written(request.content ?? "") : patched(session, path, tool, request);
  if (result.kind === "refused") return result;
  const reload = reloadsOn(profile, "skill-write") && request.path.endsWith("SKILL.md");
  const output = fillTemplate(tool.output, { path: request.path, count: String(request.patches?.length ?? 1) });
  return {
    kind: "written",
    output: reload ? `${output.replace(/\.$/, "")}${profile.writeTools.reloaded}` : output,
    write: { path, text: result.text },
    reload,
  };
}

/** Why no file can stand at `path`. */
function whyNoPlace(files: Files, path: string): string | undefined {
  if (files.stat(path)?.kind === "folder") return `${path} is a folder`;
  for (let folder = dirname(path); folder !== "/"; folder = dirname(folder)) {
    const kind = files.stat(folder)?.kind;
    if (kind === "folder") return undefined;
    if (kind === "file") return `${folder} is a file, so nothing can stand below it`;
  }
  return undefined;
}

type Text = { readonly kind: "text"; readonly text: string };
type Refused = Extract<WriteOutcome, { kind: "refused" }>;

function written(text: string): Text {
  return { kind: "text", text };
}

function patched({ files }: Session, path: string, { refusals }: WriteTool, request: WriteRequest): Text | Refused {
  let text = readText(files, path);
  const refuse = (template: string, values = {}): Refused => {
    return { kind: "refused", reason: fillTemplate(template, { path: request.path, ...values }) };
  };
  if (text === undefined) return refuse(refusals.noFile);
  for (const [index, { find, replace }] of (request.patches ?? []).entries()) {
    const count = find === "" ? 0 : text.split(find).length - 1;
    const values = { index: String(index), count: String(count) };
    if (count !== 1) return refuse(count === 0 ? refusals.notFound : refusals.notOnce, values);
    text = text.replace(find, () => replace);
  }
  return written(text);
}
