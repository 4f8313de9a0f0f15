import type { WriteTool } from "#lib/harness/vocabulary/access.ts";
import { type Profile, reloadsOn } from "#lib/harness/vocabulary/profile.ts";
import type { FileWrite, Session } from "#lib/harness/vocabulary/session.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { exactText, type Files, isBinary } from "#lib/vfs/files.ts";
import { foldersAbove, resolvePath } from "#lib/vfs/paths.ts";

/** A model's call of a write tool. `find` must occur in the file exactly once. */
export interface WriteRequest {
  /** Absolute, or relative to the working folder. */
  readonly path: string;
  readonly content?: string;
  readonly patches?: readonly { readonly find: string; readonly replace: string }[];
}

export type WriteOutcome =
  | {
      readonly kind: "written";
      /** The text that the tool prints. */
      readonly output: string;
      readonly write: FileWrite;
      /** Whether the write makes the harness read the disk again. */
      readonly reload: boolean;
    }
  | { readonly kind: "refused"; readonly reason: string };

/** Runs a write tool on the present tree. The caller has asked the guard before. */
export function runWriteTool(profile: Profile, session: Session, tool: WriteTool, request: WriteRequest): WriteOutcome {
  const path = resolvePath(session.place.cwd, request.path);
  const blocked = whyNoPlace(session.files, path);
  if (blocked !== undefined) return { kind: "refused", reason: `${blocked}.` };
  const result = tool.kind === "write" ? written(session, path, request) : patched(session, path, tool, request);
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

/** Why no file can stand at `path`; `undefined` if one can. */
function whyNoPlace(files: Files, path: string): string | undefined {
  if (files.stat(path)?.kind === "folder") return `${path} is a folder`;
  for (const folder of foldersAbove(path)) {
    const kind = files.stat(folder)?.kind;
    if (kind === "folder") return undefined;
    if (kind === "file") return `${folder} is a file, so nothing can be below it`;
  }
  return undefined;
}

type Text = { readonly kind: "text"; readonly text: string };
type Refused = Extract<WriteOutcome, { kind: "refused" }>;

function written({ files }: Session, path: string, { content = "" }: WriteRequest): Text | Refused {
  const before = files.read(path);
  return before && isBinary(before)
    ? { kind: "refused", reason: `${path} is a binary file, which a text would destroy.` }
    : { kind: "text", text: content };
}

/**
 * The file's text after the patches. Nothing else in the file changes: a file that is not UTF-8 is refused, and if every line ends in CR
 * LF, the lines of a patch do, too.
 */
function patched({ files }: Session, path: string, { refusals }: WriteTool, request: WriteRequest): Text | Refused {
  const refuse = (template: string, values = {}): Refused => {
    return { kind: "refused", reason: fillTemplate(template, { path: request.path, ...values }) };
  };
  const bytes = files.read(path);
  if (!bytes) return refuse(refusals.noFile);
  let text = exactText(bytes);
  if (text === undefined || isBinary(bytes)) return refuse(notUtf8);
  const ended = hasOnlyCrLf(text) ? withCrLf : (patch: string) => patch;
  for (const [index, patch] of (request.patches ?? []).entries()) {
    const find = ended(patch.find);
    const count = countOf(text, find);
    const values = { index: String(index), count: String(count) };
    if (count !== 1) return refuse(count === 0 ? refusals.notFound : refusals.notOnce, values);
    text = text.replace(find, () => ended(patch.replace));
  }
  return { kind: "text", text };
}

const notUtf8 = "{path} is not UTF-8 text: an edit would change more of it than was asked for.";

/** How often `find` occurs in a text. Overlapping occurrences count separately. */
function countOf(text: string, find: string): number {
  if (find === "") return 0;
  const apart = text.split(find).length - 1;
  return apart === 1 && text.indexOf(find) !== text.lastIndexOf(find) ? 2 : apart;
}

function hasOnlyCrLf(text: string): boolean {
  return text.includes("\r\n") && !/(?:^|[^\r])\n/.test(text);
}

function withCrLf(text: string): string {
  return text.replace(/\r?\n/g, "\r\n");
}
